import { inLanguages } from '../../web/words.ts';

export const totpWords = inLanguages(
  {
    title: 'Two-step verification',
    intro: 'Signing in then needs your password and a code from an app on your phone.',
    isOn: 'Two-step verification is on.',
    isOff: 'Two-step verification is off.',
    on: 'On',
    off: 'Off',
    setUp: 'Set up',
    manage: 'Manage',
    scan: 'Scan this code with an authenticator app, such as Google Authenticator, 1Password or Aegis.',
    qr: 'QR code for the authenticator app',
    onPhone: 'Is the app on this device?',
    openApp: 'Open the app',
    byHand: 'Or enter this key in the app:',
    code: 'Code',
    codeHint: 'The six digits that the app shows now.',
    switchOn: 'Switch on',
    wrongCode: 'This code is wrong or was already used. Wait for the next one and try again.',
    wrongCodeOrRecovery:
      'This code is wrong or was already used. Enter the next one that the app shows, or another recovery code.',
    switchedOff: 'Two-step verification is off. Your password alone is enough to sign in.',
    switchOff: 'Switch off',
    switchOffText: 'Your password alone is then enough to sign in.',
    recovery: 'Recovery codes',
    recoveryLeft: (count: number) =>
      count === 1
        ? 'One recovery code is left. Each signs you in once if you do not have your phone.'
        : `${count} recovery codes are left. Each signs you in once if you do not have your phone.`,
    renew: 'New recovery codes',
    shown: 'Save these recovery codes',
    shownText:
      'Each signs you in once if you do not have your phone. They are shown only once: print them, or save them in your password manager.',
    shownNew: 'The codes you had before no longer work.',
    done: 'I have saved them',
    askTitle: 'Enter the code',
    askText: 'Enter the six digits that your authenticator app shows, or one of your recovery codes.',
    codeOrRecovery: 'Code from the app, or a recovery code',
    continue: 'Continue',
    lost: 'Lost your phone and your recovery codes? Ask the operator of the service to reset two-step verification, then sign in again.',
    over: 'That took too long. Sign in again.',
  },
  {
    title: 'Vérification en deux étapes',
    intro: 'En plus du mot de passe, la connexion demande alors un code d’une application de votre téléphone.',
    isOn: 'La vérification en deux étapes est activée.',
    isOff: 'La vérification en deux étapes est désactivée.',
    on: 'Activée',
    off: 'Désactivée',
    setUp: 'Activer',
    manage: 'Gérer',
    scan: 'Scannez ce code avec une application d’authentification, par exemple Google Authenticator, 1Password ou Aegis.',
    qr: 'Code QR pour l’application d’authentification',
    onPhone: 'L’application est sur cet appareil ?',
    openApp: 'Ouvrir l’application',
    byHand: 'Ou saisissez cette clé dans l’application :',
    code: 'Code',
    codeHint: 'Les six chiffres que l’application affiche en ce moment.',
    switchOn: 'Activer',
    wrongCode: 'Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant et réessayez.',
    wrongCodeOrRecovery:
      'Ce code n’est pas le bon, ou il a déjà servi. Saisissez le prochain code de l’application, ou un autre code de secours.',
    switchedOff:
      'La vérification en deux étapes est désactivée. Votre mot de passe suffit désormais pour vous connecter.',
    switchOff: 'Désactiver',
    switchOffText: 'Votre mot de passe suffira alors pour vous connecter.',
    recovery: 'Codes de secours',
    recoveryLeft: (count) =>
      count === 1
        ? 'Il reste un code de secours. Chacun vous connecte une fois si vous n’avez pas votre téléphone.'
        : `Il reste ${count} codes de secours. Chacun vous connecte une fois si vous n’avez pas votre téléphone.`,
    renew: 'Nouveaux codes de secours',
    shown: 'Conservez ces codes de secours',
    shownText:
      'Chacun vous connecte une fois si vous n’avez pas votre téléphone. Ils ne sont affichés qu’une fois : imprimez-les, ou rangez-les dans votre gestionnaire de mots de passe.',
    shownNew: 'Les codes que vous aviez avant ne fonctionnent plus.',
    done: 'Je les ai conservés',
    askTitle: 'Saisissez le code',
    askText:
      'Saisissez les six chiffres affichés par votre application d’authentification, ou l’un de vos codes de secours.',
    codeOrRecovery: 'Code de l’application, ou code de secours',
    continue: 'Continuer',
    lost: 'Vous n’avez plus ni téléphone ni codes de secours ? Demandez à l’exploitant du service de réinitialiser la vérification en deux étapes, puis connectez-vous de nouveau.',
    over: 'Le délai est dépassé. Connectez-vous de nouveau.',
  },
);
