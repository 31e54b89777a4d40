import { bilingual } from '../words.ts';

export const errorWords = bilingual(
  {
    notFound: 'There is nothing here',
    notFoundText: 'The page does not exist, or it is not part of this account.',
    refused: 'This form could not be accepted',
    refusedText: 'It was open for too long, or it came from another site. Go back, reload the page and send it again.',
    tooMany: 'Too many requests',
    tooManyText: 'Please wait a moment and try again.',
    unavailable: 'Not available right now',
    unavailableText: 'Nothing was lost. Please try again in a moment.',
    fault: 'Something went wrong',
    faultText: 'The fault is ours, and it has been noted. Please try again.',
    notUnderstood: 'This request was not understood',
    notUnderstoodText: 'Go back and try again.',
    home: 'To the dashboard',
    docs: 'To the documentation',
    requestId: 'Request id:',
  },
  {
    notFound: 'Il n’y a rien ici',
    notFoundText: 'La page n’existe pas, ou elle ne fait pas partie de ce compte.',
    refused: 'Ce formulaire n’a pas pu être accepté',
    refusedText:
      'Il est resté ouvert trop longtemps, ou il vient d’un autre site. Revenez en arrière, rechargez la page et renvoyez-le.',
    tooMany: 'Trop de requêtes',
    tooManyText: 'Patientez un instant, puis réessayez.',
    unavailable: 'Indisponible pour le moment',
    unavailableText: 'Rien n’est perdu. Réessayez dans un instant.',
    fault: 'Une erreur est survenue',
    faultText: 'L’erreur vient de nous, elle a été enregistrée. Réessayez.',
    notUnderstood: 'Cette demande n’a pas été comprise',
    notUnderstoodText: 'Revenez en arrière et réessayez.',
    home: 'Vers le tableau de bord',
    docs: 'Vers la documentation',
    requestId: 'Identifiant de la requête :',
  },
);
