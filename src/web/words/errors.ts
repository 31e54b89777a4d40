import { inLanguages } from '../words.ts';

export const errorWords = inLanguages(
  {
    notFound: 'Page not found',
    notFoundText: 'This page does not exist, or it does not belong to your account.',
    docsNotFoundText: 'The documentation has no page at this address. Look for it in the search.',
    refused: 'This form could not be submitted',
    refusedText:
      'It was opened before you last signed in, or it came from another site. Open its page again, and submit it from there.',
    insecureText:
      'You opened this page over http:, without encryption, and its forms only work over https:. Open the address below instead.',
    openSecurely: (address: string) => `Open ${address}`,
    tooMany: 'Too many requests',
    tooManyText: (wait: string) => `Try again in ${wait}.`,
    seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    unavailable: 'Temporarily unavailable',
    unavailableText: 'Nothing was lost. Try again in a moment.',
    fault: 'Something went wrong',
    faultText: 'The error is on our side and has been logged. Try again.',
    notUnderstood: 'This request is not valid',
    notUnderstoodText: 'Go back and try again.',
    home: 'Go to the dashboard',
    docs: 'Go to the documentation',
    requestId: 'Request ID:',
  },
  {
    notFound: 'Page introuvable',
    notFoundText: 'Cette page n’existe pas ou n’appartient pas à votre compte.',
    docsNotFoundText: 'La documentation n’a pas de page à cette adresse. Utilisez la recherche.',
    refused: 'Ce formulaire n’a pas pu être envoyé',
    refusedText:
      'Il a été ouvert avant votre dernière connexion ou provient d’un autre site. Ouvrez de nouveau sa page et envoyez-le de là.',
    insecureText:
      'Vous avez ouvert cette page en http:, sans chiffrement, et ses formulaires ne fonctionnent qu’en https:. Ouvrez plutôt l’adresse ci-dessous.',
    openSecurely: (address) => `Ouvrir ${address}`,
    tooMany: 'Trop de requêtes',
    tooManyText: (wait) => `Réessayez dans ${wait}.`,
    seconds: (count) => (count === 1 ? '1 seconde' : `${count} secondes`),
    minutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
    unavailable: 'Service momentanément indisponible',
    unavailableText: 'Rien n’est perdu. Réessayez dans un instant.',
    fault: 'Une erreur est survenue',
    faultText: 'L’erreur vient de notre côté et a été enregistrée. Réessayez.',
    notUnderstood: 'Cette requête n’est pas valide',
    notUnderstoodText: 'Revenez en arrière et réessayez.',
    home: 'Aller au tableau de bord',
    docs: 'Aller à la documentation',
    requestId: 'Identifiant de la requête :',
  },
);
