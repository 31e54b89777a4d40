export const eventsInFrench: Record<string, string> = {
  Events: 'Événements',
  'Every change to every trip, in order.': 'Chaque changement de chaque course, dans l’ordre.',
  'Read the events': 'Lire les événements',
  'Every change to every trip of the account, oldest first, no matter who made it. Keep `pagination.next` and send it as `after` to continue: nothing is skipped, not even a change that was committed late.':
    'Chaque changement de chaque course du compte, du plus ancien au plus récent, quel qu’en soit l’auteur. Gardez `pagination.next` et envoyez-le comme `after` pour continuer : rien n’est sauté, pas même un changement enregistré tardivement.',
  'Only events after this one. Without it, the feed begins with the oldest.':
    'Seulement les événements après celui-ci. Sans ce paramètre, le flux commence par le plus ancien.',
  'Only events of this type.': 'Seulement les événements de ce type.',
  'Events per page; 20 if absent.': 'Événements par page ; 20 si absent.',
  'One page of events.': 'Une page d’événements.',
  'Read an event': 'Lire un événement',
  'One event, with the trip as it was right after that change.':
    'Un événement, avec la course telle qu’elle était juste après ce changement.',
  'The event identifier. A malformed one gets 404, like one that does not exist.':
    'L’identifiant de l’événement. S’il est mal formé, la réponse est 404, comme pour un événement qui n’existe pas.',
  'The event.': 'L’événement.',
  'The event identifier. A webhook may deliver an event more than once: recognise it by this identifier.':
    'L’identifiant de l’événement. Un webhook peut livrer un événement plusieurs fois ; vous le reconnaissez ainsi.',
  'When the trip was changed; UTC, with milliseconds.':
    'Date de la modification de la course ; UTC, avec les millisecondes.',
  'The status before this change; null for a new trip.':
    'Le statut avant ce changement ; null pour une nouvelle course.',
  'What to send as after to continue: the last event of this page, or, if the page is empty, the one that you sent. Null only while there is no event.':
    'À envoyer comme after pour continuer : le dernier événement de cette page ou, si elle est vide, celui que vous avez envoyé. Null seulement tant qu’il n’y a aucun événement.',
  'Whether more events are available now.': 'Indique si d’autres événements sont déjà disponibles.',
};
