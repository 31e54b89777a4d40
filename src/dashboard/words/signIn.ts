import { bilingual } from '../../web/words.ts';

export const signInWords = bilingual(
  {
    signIn: 'Sign in',
    intro: 'The dashboard of your Trip Booking account.',
    email: 'E-mail address',
    password: 'Password',
    forgotten: 'Forgotten your password, or no access yet? Ask who runs this service for an invitation link.',
    wrong: 'This e-mail address and password do not belong together.',
    tooMany: (minutes: number) =>
      minutes <= 1
        ? 'Too many attempts. Try again in a minute.'
        : `Too many attempts. Try again in ${minutes} minutes.`,
    signedOut: 'You are signed out.',
    welcome: 'Welcome',
    invitedAs: 'You will sign in as',
    choosePassword: 'Choose a password for your account.',
    newPassword: 'Password',
    lengthHint: (least: number) => `At least ${least} characters. A sentence is easy to remember.`,
    tooShort: (least: number) => `The password needs at least ${least} characters.`,
    tooLong: (most: number) => `The password may have at most ${most} characters.`,
    likeEmail: 'The password must not be the e-mail address.',
    setPassword: 'Set password and sign in',
    notValid: 'This link no longer works',
    notValidText:
      'It was used already, is older than 72 hours, or has been replaced by a newer one. If you have set a password, sign in with it; otherwise ask for another link.',
    taken: 'This e-mail address already belongs to another account. Ask for an invitation with another address.',
  },
  {
    signIn: 'Se connecter',
    intro: 'Le tableau de bord de votre compte Trip Booking.',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    forgotten: 'Mot de passe oublié, ou pas encore d’accès ? Demandez un lien d’invitation à l’exploitant du service.',
    wrong: 'Cette adresse e-mail et ce mot de passe ne vont pas ensemble.',
    tooMany: (minutes) =>
      minutes <= 1
        ? 'Trop de tentatives. Réessayez dans une minute.'
        : `Trop de tentatives. Réessayez dans ${minutes} minutes.`,
    signedOut: 'Vous êtes déconnecté.',
    welcome: 'Bienvenue',
    invitedAs: 'Vous vous connecterez avec',
    choosePassword: 'Choisissez un mot de passe pour votre compte.',
    newPassword: 'Mot de passe',
    lengthHint: (least) => `Au moins ${least} caractères. Une phrase se retient facilement.`,
    tooShort: (least) => `Le mot de passe doit avoir au moins ${least} caractères.`,
    tooLong: (most) => `Le mot de passe peut avoir au plus ${most} caractères.`,
    likeEmail: 'Le mot de passe ne doit pas être l’adresse e-mail.',
    setPassword: 'Enregistrer et se connecter',
    notValid: 'Ce lien ne fonctionne plus',
    notValidText:
      'Il a déjà servi, date de plus de 72 heures ou a été remplacé par un plus récent. Si vous avez un mot de passe, connectez-vous ; sinon, demandez un autre lien.',
    taken: 'Cette adresse e-mail appartient déjà à un autre compte. Demandez une invitation avec une autre adresse.',
  },
);
