export const eventsInFrench: Record<string, string> = {
  Events: 'Événements',
  'Every change of every trip, in order.': 'Chaque changement de chaque course, dans l’ordre.',
  'Read the events': 'Lire les événements',
  'Every change of every trip of the account, oldest first, no matter who made it. Keep `pagination.next` and send it as `after` to go on: nothing is skipped, not even a change that was committed late.':
    'Chaque changement de chaque course du compte, du plus ancien au plus récent, quel qu’en soit l’auteur. Gardez `pagination.next` et envoyez-le comme `after` pour continuer : rien n’est sauté, pas même un changement enregistré tardivement.',
  'Only events after this one. Without it, the feed begins with the oldest.':
    'Seulement les événements après celui-ci. Sans ce paramètre, le flux commence par le plus ancien.',
  'Only events of this type.': 'Seulement les événements de ce type.',
  'Events per page; 20 if absent.': 'Événements par page ; 20 si absent.',
  'One page of events.': 'Une page d’événements.',
  'Read an event': 'Lire un événement',
  'One event, with the trip as it was right after that change.':
    'Un événement, avec la course telle qu’elle était juste après ce changement.',
  'The event identifier. One that is malformed answers 404, like one that does not exist.':
    'L’identifiant de l’événement. S’il est mal formé, la réponse est 404, comme pour un événement qui n’existe pas.',
  'The event.': 'L’événement.',
};
