export const tripsInFrench: Record<string, string> = {
  Trips: 'Courses',
  'Book, list, read and cancel the account’s trips.': 'Réservez, listez, lisez et annulez les courses du compte.',

  'List trips': 'Lister les courses',
  'The calling account’s trips, most recently booked first. Trips that are booked while you read come before those you have already seen. With `status`, `from` or `to`, a trip that leaves the list while you read it moves the others to earlier pages, and you can miss some: for a complete list, read without these filters, or follow the events.':
    'Les courses du compte appelant, de la plus récente à la plus ancienne réservation. Celles qui sont réservées pendant votre lecture précèdent celles que vous avez déjà lues. Avec `status`, `from` ou `to`, une course qui sort de la liste pendant que vous la lisez décale les autres vers les pages précédentes, et certaines peuvent vous échapper : pour une liste complète, lisez sans ces filtres, ou suivez les événements.',
  'Trips per page.': 'Courses par page.',
  'Only trips in this status.': 'Seulement les courses dans ce statut.',
  'Earliest scheduled pickup. Inclusive. ISO 8601 with Z or an offset, or a date alone, which means the complete day in UTC.':
    'Prise en charge au plus tôt, borne comprise. ISO 8601 avec Z ou un décalage, ou une date seule, qui vaut pour toute la journée en UTC.',
  'Latest scheduled pickup. Inclusive. ISO 8601 with Z or an offset, or a date alone, which means the complete day in UTC.':
    'Prise en charge au plus tard, borne comprise. ISO 8601 avec Z ou un décalage, ou une date seule, qui vaut pour toute la journée en UTC.',
  'Only trips with exactly this order number.': 'Seulement les courses qui portent exactement ce numéro de commande.',
  'Only trips with this reference, in either case, with its hyphen, a space or neither; O is read as 0, I and L as 1.':
    'Seulement la course qui porte cette référence, en majuscules ou minuscules, avec le tiret, une espace ou ni l’un ni l’autre ; O est lu comme 0, I et L comme 1.',
  'One page of trips.': 'Une page de courses.',

  'Book a trip': 'Réserver une course',
  'Books a trip for the calling account, in status CONFIRMED. A DRIVER becomes the executor; a CONTRACTOR’s trip is unassigned until a driver is assigned in the dashboard. Name the rider by clientId, or send client to create one. After a timeout or a 5xx, repeat the request with the same Idempotency-Key: this cannot create a second trip.':
    'Réserve une course pour le compte appelant, avec le statut CONFIRMED. Un compte DRIVER l’exécute lui-même ; la course d’un CONTRACTOR reste sans chauffeur jusqu’à son attribution dans le tableau de bord. Désignez le passager par clientId, ou envoyez client pour en créer un. Après un délai dépassé ou une erreur 5xx, répétez la requête avec la même Idempotency-Key : cela ne peut pas créer une deuxième course.',
  'Makes a retry safe: the same key with the same request returns the original response instead of booking again. A UUID is recommended. Kept for 24 hours, per account. Send exactly the body of the first attempt: the same time written differently, or a default written out, is another request.':
    'Permet de réessayer sans risque : la même clé avec la même requête renvoie la réponse d’origine au lieu de réserver de nouveau. Un UUID est conseillé. Conservée 24 heures, par compte. Renvoyez le corps exact du premier essai : la même heure écrite autrement, ou une valeur par défaut explicite, est une autre requête.',
  'With a new rider': 'Avec un nouveau passager',
  'For an existing rider': 'Pour un passager connu',
  'The trip is booked; or, with Idempotent-Replayed, it was booked by an earlier request with this key.':
    'La course est réservée ; ou, avec Idempotent-Replayed, une requête précédente avec cette clé l’a réservée.',

  'The path of the new record: that of the request, with its _id.':
    'Le chemin de l’élément créé : celui de la requête, suivi de son _id.',

  'Read a trip': 'Lire une course',
  'One trip with its status history. The response for another account’s trip is the same as for one that does not exist.':
    'Une course avec l’historique de ses statuts. La course d’un autre compte donne la même réponse qu’une course qui n’existe pas.',
  'The trip identifier. A malformed one gets 404, like one that does not exist.':
    'L’identifiant de la course. S’il est mal formé, la réponse est 404, comme pour une course qui n’existe pas.',
  'The trip.': 'La course.',

  'Cancel a trip': 'Annuler une course',
  'Cancels a trip in any status but CANCELLED. The body is optional. The API does not return the reason; the dashboard shows it. No call updates a trip: to change it, cancel it and book again. In the dashboard, members of the account can edit the pickup time, price, passengers, vehicle, note and the duration of an hourly hire; other addresses, another rider or another vehicle category need a new trip there too.':
    'Annule une course dans tout statut sauf CANCELLED. Le corps est facultatif. L’API ne renvoie pas le motif ; le tableau de bord l’affiche. Aucun appel ne modifie une course : pour la changer, annulez-la et réservez de nouveau. Dans le tableau de bord, les membres du compte peuvent modifier l’heure de prise en charge, le prix, les passagers, le véhicule, la note et la durée d’une mise à disposition ; d’autres adresses, un autre passager ou une autre catégorie de véhicule demandent là aussi une nouvelle course.',
  'With a key, a retry of the same cancellation returns the original response; without one it is TRIP_ALREADY_CANCELLED.':
    'Avec une clé, une nouvelle tentative de la même annulation renvoie la réponse d’origine ; sans clé, c’est TRIP_ALREADY_CANCELLED.',
  'The reason, for the members of the account. It is not part of any response or event, and logs contain only its length.':
    'Le motif, pour les membres du compte. Il ne figure dans aucune réponse ni aucun événement, et les journaux n’en gardent que la longueur.',
  'The trip is cancelled.': 'La course est annulée.',

  'A place. It is returned exactly as it was sent.': 'Un lieu. Il est renvoyé exactement comme il a été envoyé.',
  'A place, exactly as it was sent.': 'Un lieu, exactement comme il a été envoyé.',
  'As a driver should read it.': 'Tel que le chauffeur doit le lire.',
  'Latitude, from your own geocoder.': 'Latitude, de votre propre géocodeur.',
  'Longitude, from your own geocoder.': 'Longitude, de votre propre géocodeur.',
  'As the driver should dial it. Only its length is checked.':
    'Tel que le chauffeur doit le composer. Seule sa longueur est vérifiée.',
  'A new rider. At least one of phone and email is required.': 'Un nouveau passager. Il faut au moins phone ou email.',
  'When the rider is picked up: ISO 8601 with Z or an offset, in the future. It is returned in UTC with milliseconds.':
    'L’heure de prise en charge : ISO 8601 avec Z ou un décalage, dans le futur. Elle revient en UTC, avec les millisecondes.',
  'The final price in EUR including VAT (TTC). More than two decimals are rounded to the nearest cent, half up.':
    'Le prix définitif en euros TTC. Au-delà de deux décimales, il est arrondi au centime le plus proche, le demi-centime vers le haut.',
  'The driving time. For an AVAILABILITY, how long the vehicle is hired for: send it, since the driver plans by it.':
    'Le temps de trajet. Pour une AVAILABILITY, la durée de la mise à disposition : envoyez-la, car le chauffeur s’organise en conséquence.',
  'Number of passengers. Without it, 1.': 'Nombre de passagers. En son absence, 1.',
  'An existing rider of the account. Send either client or clientId, never both.':
    'Un passager connu du compte. Envoyez client ou clientId, jamais les deux.',
  'A vehicle of the account.': 'Un véhicule du compte.',
  'The vehicle category.': 'La catégorie de véhicule.',
  'A pricing scheme of the account.': 'Une grille tarifaire du compte.',
  'TRIP: a ride from pickup to destination (VAT 10%). AVAILABILITY: a vehicle with driver for a period of time, priced by time (VAT 20%). These are the only values; an earlier description typed the member as TripStatus by mistake.':
    'TRIP : un trajet du départ à la destination (TVA 10 %). AVAILABILITY : une mise à disposition du véhicule, facturée au temps (TVA 20 %). Ce sont les seules valeurs ; une ancienne description donnait à ce membre le type TripStatus par erreur.',
  'TRIP: a ride from pickup to destination (VAT 10%). AVAILABILITY: a vehicle with driver for a period of time, priced by time (VAT 20%). These are the only values; an earlier description typed the member as TripStatus by mistake. Without it, TRIP.':
    'TRIP : un trajet du départ à la destination (TVA 10 %). AVAILABILITY : une mise à disposition du véhicule, facturée au temps (TVA 20 %). Ce sont les seules valeurs ; une ancienne description donnait à ce membre le type TripStatus par erreur. En son absence, TRIP.',
  'Free text for the driver.': 'Texte libre pour le chauffeur.',
  'Your own order number. It need not be unique.': 'Votre propre numéro de commande. Il n’est pas forcément unique.',
  'Your own data, returned as it was sent. Names have 1 to 40 characters of A-Z a-z 0-9 _ . -':
    'Vos propres données, renvoyées comme elles ont été envoyées. Les noms ont de 1 à 40 caractères parmi A-Z a-z 0-9 _ . -',

  'The trip identifier; keep it for later calls.': 'L’identifiant de la course ; gardez-le pour les appels suivants.',
  'A short reference to read out on the phone, made from the identifier.':
    'Une référence courte à dicter au téléphone, tirée de l’identifiant.',
  'Your own order number, if you sent one.': 'Votre propre numéro de commande, si vous en avez envoyé un.',
  'The owner: the calling account.': 'Le propriétaire : le compte appelant.',
  'UTC, with milliseconds.': 'UTC, avec les millisecondes.',
  'EUR including VAT.': 'Euros TTC.',
  'EUR before VAT; priceHT + vatAmount is always exactly price.':
    'Euros hors TVA ; priceHT + vatAmount vaut toujours exactement price.',
  'Percent; 0 for a VAT-exempt account.': 'En pour cent ; 0 pour un compte en franchise de TVA.',
  'EUR.': 'Euros.',
  'The rider.': 'Le passager.',
  'The vehicle, if one was named.': 'Le véhicule, s’il a été précisé.',
  'The vehicle category, if one was named.': 'La catégorie de véhicule, si elle a été précisée.',
  'The pricing scheme, if one was named.': 'La grille tarifaire, si elle a été précisée.',
  'When the trip was booked; UTC, with milliseconds.': 'Quand la course a été réservée ; UTC, avec les millisecondes.',
  'Who drives: the account itself for a DRIVER; null for a CONTRACTOR until assigned.':
    'Qui conduit : le compte lui-même pour un DRIVER ; null pour un CONTRACTOR jusqu’à l’attribution.',
  'True from FINISHED_PAYED on.': 'Vrai à partir de FINISHED_PAYED.',
  'CONFIRMED after booking; OTWTP: the driver is on the way to the pickup; OTWTD: on the way to the destination; FINISHED; FINISHED_PAYED; CANCELLED. A step made in the dashboard can be undone: the status then goes back by one.':
    'CONFIRMED après la réservation ; OTWTP : le chauffeur est en route vers le départ ; OTWTD : en route vers la destination ; FINISHED : terminée ; FINISHED_PAYED : terminée et payée ; CANCELLED : annulée. Une étape faite dans le tableau de bord peut y être annulée : le statut recule alors d’un cran.',
  'How the change was made.': 'Par quel moyen le changement a été fait.',
  'Every status the trip has had, oldest first.': 'Tous les statuts de la course, du plus ancien au plus récent.',
};
