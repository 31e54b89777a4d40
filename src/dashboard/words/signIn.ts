import { inLanguages } from '../../web/words.ts';

export const signInWords = inLanguages(
  {
    signIn: 'Sign in',
    intro: 'Manage your trips, pricing and API keys.',
    email: 'E-mail address',
    password: 'Password',
    forgotten:
      'Forgot your password? Ask the operator of the service for a link. No access yet? Ask an owner of your account for an invitation.',
    wrong: 'Incorrect e-mail address or password.',
    forgottenLink: 'Forgot your password?',
    forgottenTitle: 'Forgot your password?',
    forgottenText: 'Enter the e-mail address you sign in with. We will send you a link to choose a new password.',
    sendLink: 'Send the link',
    lookInMail: 'Check your mailbox',
    linkSent: (email: string) =>
      `If ${email} is the address of a member, a link is on its way. It works once, for an hour.`,
    noMail: 'No e-mail after a few minutes? Look in your spam folder, and check the address.',
    tooMany: (minutes: number) =>
      minutes <= 1
        ? 'Too many attempts. Try again in a minute.'
        : `Too many attempts. Try again in ${minutes} minutes.`,
    signedOut: 'You have been signed out.',
    ended: 'Your session has ended, so nothing was saved.',
    kept: 'Your session has ended, so nothing was saved. Your input is kept: sign in to get it back.',
    notYours: 'The current password is incorrect.',
    confirmTitle: 'Confirm that it is you',
    confirmText: 'This needs your password, because you have not entered it for a while. Your request then continues.',
    confirm: 'Confirm and continue',
    welcome: 'Welcome',
    invitedAs: 'You will sign in as',
    newPasswordTitle: 'Choose a new password',
    resetPassword: 'It replaces your old password and signs you out everywhere else.',
    yourName: 'Your name',
    choosePassword: (account: string, role: string) =>
      `You are invited to the account ${account}. Your role: ${role}. Choose a password.`,
    newPassword: 'Password',
    lengthHint: (least: number) => `At least ${least} characters. A short sentence is easy to remember.`,
    tooShort: (least: number) => `Use at least ${least} characters.`,
    repetitive: 'This password repeats itself. A few different words are stronger.',
    personal:
      'This password is your name, your address or the account’s name. Choose something that others do not know.',
    common: 'This is one of the first passwords that attackers try. A few unrelated words are stronger.',
    setPassword: 'Set password and sign in',
    notValid: 'This link no longer works',
    notValidText:
      'It has already been used, is too old, or was replaced by a newer link. If you have a password, sign in. Otherwise, ask for a new link.',
    taken: 'This e-mail address is already used by another account. Ask for an invitation to a different address.',
  },
  {
    signIn: 'Se connecter',
    intro: 'Gérez vos courses, vos tarifs et vos clés d’API.',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    forgotten:
      'Mot de passe oublié ? Demandez un lien à l’exploitant du service. Pas encore d’accès ? Demandez une invitation à un propriétaire de votre compte.',
    wrong: 'Adresse e-mail ou mot de passe incorrect.',
    forgottenLink: 'Mot de passe oublié ?',
    forgottenTitle: 'Mot de passe oublié ?',
    forgottenText:
      'Saisissez l’adresse e-mail avec laquelle vous vous connectez. Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
    sendLink: 'Envoyer le lien',
    lookInMail: 'Consultez votre messagerie',
    linkSent: (email) =>
      `Si ${email} est l’adresse d’un membre, un lien vient de lui être envoyé. Il fonctionne une fois, pendant une heure.`,
    noMail: 'Toujours rien après quelques minutes ? Regardez dans les courriers indésirables et vérifiez l’adresse.',
    tooMany: (minutes) =>
      minutes <= 1
        ? 'Trop de tentatives. Réessayez dans une minute.'
        : `Trop de tentatives. Réessayez dans ${minutes} minutes.`,
    signedOut: 'Vous avez été déconnecté.',
    ended: 'Votre session a expiré : rien n’a été enregistré.',
    kept: 'Votre session a expiré : rien n’a été enregistré. Votre saisie est conservée ; connectez-vous pour la retrouver.',
    notYours: 'Le mot de passe actuel est incorrect.',
    confirmTitle: 'Confirmez que c’est bien vous',
    confirmText:
      'Cette action demande votre mot de passe, que vous n’avez pas saisi depuis un moment. Votre demande se poursuit ensuite.',
    confirm: 'Confirmer et continuer',
    welcome: 'Bienvenue',
    invitedAs: 'Vous vous connecterez avec',
    newPasswordTitle: 'Choisissez un nouveau mot de passe',
    resetPassword: 'Il remplace votre ancien mot de passe et vous déconnecte partout ailleurs.',
    yourName: 'Votre nom',
    choosePassword: (account, role) =>
      `Vous êtes invité à rejoindre le compte ${account}. Votre rôle : ${role}. Choisissez un mot de passe.`,
    newPassword: 'Mot de passe',
    lengthHint: (least) => `Au moins ${least} caractères. Une courte phrase se retient facilement.`,
    tooShort: (least) => `Saisissez au moins ${least} caractères.`,
    repetitive: 'Ce mot de passe se répète. Quelques mots différents sont plus sûrs.',
    personal:
      'Ce mot de passe est votre nom, votre adresse ou le nom du compte. Choisissez quelque chose que les autres ignorent.',
    common:
      'C’est l’un des premiers mots de passe qu’essaie un pirate. Quelques mots sans rapport entre eux sont plus sûrs.',
    setPassword: 'Enregistrer et se connecter',
    notValid: 'Ce lien ne fonctionne plus',
    notValidText:
      'Il a déjà été utilisé, est trop ancien ou a été remplacé par un lien plus récent. Si vous avez un mot de passe, connectez-vous. Sinon, demandez un nouveau lien.',
    taken: 'Cette adresse e-mail est déjà utilisée par un autre compte. Demandez une invitation à une autre adresse.',
  },
);
