import { inLanguages } from '../../web/words.ts';

/** Subjects and texts of mails, as plain text. */
export const mailsWords = inLanguages(
  {
    hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
    goodbye: (url: string) => `Trip Booking\n${url}`,
    wasItYou: (url: string) =>
      `If this was not you, change your password now and end all other sessions: ${url}\nIf you can no longer sign in, ask for a new password: ${url.replace('/app/account', '/app/forgotten-password')}`,
    invitationSubject: (account: string) => `Your invitation to ${account}`,
    invitation: (inviter: string, account: string, role: string, link: string) =>
      `${inviter} invites you to the account ${account} on Trip Booking. Your role: ${role}.\n\nChoose a password to accept:\n${link}\n\nThe link works once, for 72 hours. If you do not know ${inviter}, ignore this e-mail.`,
    resetSubject: 'Choose a new password',
    reset: (link: string) =>
      `Somebody asked for a new password for your sign-in with this address. If it was you, choose one here:\n${link}\n\nThe link works once, for an hour. It signs you out everywhere else.\n\nIf it was not you, ignore this e-mail: nothing has changed.`,
    passwordChangedSubject: 'Your password was changed',
    passwordChanged: (when: string) => `Your password was changed on ${when}. All other browsers were signed out.`,
    emailChangedSubject: 'Your e-mail address was changed',
    emailChanged: (when: string) =>
      `Your sign-in was moved to another e-mail address on ${when}. This address no longer works.\n\nIf this was not you, tell an owner of your account or the operator of the service at once.`,
    newBrowserSubject: 'New sign-in',
    newBrowser: (device: string, address: string, when: string) =>
      `You signed in from a new browser on ${when}: ${device}, address ${address}.`,
    totpOffSubject: 'Two-step verification was switched off',
    totpOff: (when: string) =>
      `Two-step verification was switched off on ${when}. Your password alone is now enough to sign in.`,
    keyIssuedSubject: (account: string) => `New API key for ${account}`,
    keyIssued: (member: string, key: string, when: string) =>
      `${member} issued the API key “${key}” on ${when}.\n\nIf you did not expect this, revoke the key in the dashboard, under Developers.`,
  },
  {
    hello: (name) => (name === '' ? 'Bonjour,' : `Bonjour ${name},`),
    goodbye: (url) => `Trip Booking\n${url}`,
    wasItYou: (url) =>
      `Si ce n’était pas vous, changez tout de suite votre mot de passe et fermez toutes les autres sessions : ${url}\nSi vous ne pouvez plus vous connecter, demandez un nouveau mot de passe : ${url.replace('/app/account', '/app/forgotten-password')}`,
    invitationSubject: (account) => `Votre invitation à rejoindre ${account}`,
    invitation: (inviter, account, role, link) =>
      `${inviter} vous invite à rejoindre le compte ${account} sur Trip Booking. Votre rôle : ${role}.\n\nChoisissez un mot de passe pour accepter :\n${link}\n\nLe lien fonctionne une fois, pendant 72 heures. Si vous ne connaissez pas ${inviter}, ignorez ce message.`,
    resetSubject: 'Choisissez un nouveau mot de passe',
    reset: (link) =>
      `Un nouveau mot de passe a été demandé pour votre connexion avec cette adresse. Si c’était vous, choisissez-le ici :\n${link}\n\nLe lien fonctionne une fois, pendant une heure. Il vous déconnecte partout ailleurs.\n\nSi ce n’était pas vous, ignorez ce message : rien n’a changé.`,
    passwordChangedSubject: 'Votre mot de passe a été modifié',
    passwordChanged: (when) =>
      `Votre mot de passe a été modifié le ${when}. Tous les autres navigateurs ont été déconnectés.`,
    emailChangedSubject: 'Votre adresse e-mail a été modifiée',
    emailChanged: (when) =>
      `Votre connexion utilise une autre adresse e-mail depuis le ${when}. L’adresse à laquelle ce message est envoyé ne fonctionne plus.\n\nSi ce n’était pas vous, prévenez tout de suite un propriétaire de votre compte ou l’exploitant du service.`,
    newBrowserSubject: 'Nouvelle connexion',
    newBrowser: (device, address, when) =>
      `Vous vous êtes connecté depuis un nouveau navigateur le ${when} : ${device}, adresse ${address}.`,
    totpOffSubject: 'La vérification en deux étapes a été désactivée',
    totpOff: (when) =>
      `La vérification en deux étapes a été désactivée le ${when}. Votre mot de passe suffit désormais pour vous connecter.`,
    keyIssuedSubject: (account) => `Nouvelle clé d’API pour ${account}`,
    keyIssued: (member, key, when) =>
      `${member} a créé la clé d’API « ${key} » le ${when}.\n\nSi vous ne vous y attendiez pas, révoquez la clé dans le tableau de bord, sous Développeurs.`,
  },
);
