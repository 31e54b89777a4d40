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
  'The event identifier: that of the trip, a hyphen, and the number of the change. The number grows with every change of the trip, normally by one; 1 is its booking. A webhook may deliver an event more than once, or after newer ones: ignore an event whose number is not higher than that of the last one you applied to its trip.':
    'L’identifiant de l’événement : celui de la course, un tiret et le numéro du changement. Ce numéro augmente à chaque changement de la course, normalement de un ; 1 est sa réservation. Un webhook peut livrer un événement plusieurs fois, ou après de plus récents : ignorez un événement dont le numéro n’est pas supérieur à celui du dernier que vous avez appliqué à sa course.',
  'When the trip was changed; UTC, with milliseconds.':
    'Date de la modification de la course ; UTC, avec les millisecondes.',
  'The status before this change; null for a new trip.':
    'Le statut avant ce changement ; null pour une nouvelle course.',
  'What to send as after to continue: the last event of this page. If the page is empty, the after that you sent; if you sent none, the latest event of any type, up to which none has the type that you asked for. Null only while the account has no event. A cursor stays valid as long as its event is kept, at least 30 days; later it can be 404 EVENT_NOT_FOUND, also for a reader of one type whose pages have all been empty. Then start again without after.':
    'À envoyer comme after pour continuer : le dernier événement de cette page. Si la page est vide, le after que vous avez envoyé ; si vous n’en avez pas envoyé, le dernier événement, quel que soit son type : jusque-là, aucun n’a le type demandé. Null seulement tant que le compte n’a aucun événement. Un curseur reste valable tant que son événement est conservé, au moins 30 jours ; ensuite, la réponse peut être 404 EVENT_NOT_FOUND, y compris pour un lecteur d’un seul type dont toutes les pages sont restées vides. Recommencez alors sans after.',
  'Whether more events are available now.': 'Indique si d’autres événements sont déjà disponibles.',
};
