export const catalogueInFrench: Record<string, string> = {
  Catalogue: 'Catalogue',
  'What quotes and bookings refer to by identifier. Read-only.':
    'Ce que les devis et les réservations désignent par un identifiant. En lecture seule.',

  'List vehicle categories': 'Lister les catégories de véhicule',
  'The platform’s vehicle categories, by name. They are the same for every account.':
    'Les catégories de véhicule de la plateforme, par nom. Elles sont les mêmes pour tous les comptes.',
  'Vehicle categories per page.': 'Catégories par page.',
  'One page of vehicle categories.': 'Une page de catégories de véhicule.',
  'A vehicle category of the platform, the same for every account.':
    'Une catégorie de véhicule de la plateforme, la même pour tous les comptes.',
  'Send it as serviceTierId.': 'À envoyer comme serviceTierId.',
  'What the price of a ride is multiplied by.': 'Le coefficient qui multiplie le prix du trajet.',

  'List pricing schemes': 'Lister les grilles tarifaires',
  'The calling account’s pricing schemes, by name, without retired ones. A quote that names none uses the default.':
    'Les grilles tarifaires du compte appelant, par nom, sans celles qui ont été retirées. Un devis qui n’en précise aucune prend celle par défaut.',
  'Pricing schemes per page.': 'Grilles tarifaires par page.',
  'One page of pricing schemes.': 'Une page de grilles tarifaires.',
  'Send it as pricingSchemeId.': 'À envoyer comme pricingSchemeId.',
  'Whether quotes use it when they name no scheme.': 'Si les devis qui n’en précisent aucune prennent celle-ci.',
  'The time zone of its windows.': 'Le fuseau horaire de ses plages.',
  'By trip type.': 'Par type de course.',
  'The first one that covers the pickup applies.': 'La première qui couvre la prise en charge s’applique.',
  'EUR per ride.': 'Euros par trajet.',
  'EUR per kilometre.': 'Euros par kilomètre.',
  'EUR per minute.': 'Euros par minute.',
  'EUR: the lowest price of a ride.': 'Euros : le prix minimum d’un trajet.',
  'Before VAT.': 'Hors TVA.',
  'Other rates for a part of the week.': 'D’autres tarifs pour une partie de la semaine.',
  'The days on which it begins.': 'Les jours où elle commence.',
  'When it begins, in the scheme’s time zone.': 'L’heure où elle commence, dans le fuseau de la grille tarifaire.',
  'When it ends. If this is not after `from`, it ends on the next day.':
    'L’heure où elle se termine. Si elle n’est pas après `from`, elle se termine le lendemain.',
  'By trip type. A type that is missing keeps the scheme’s own rates.':
    'Par type de course. Un type absent garde les tarifs de la grille tarifaire.',

  'List vehicles': 'Lister les véhicules',
  'The calling account’s vehicles, by name, without retired ones.':
    'Les véhicules du compte appelant, par nom, sans ceux qui ont été retirés.',
  'Vehicles per page.': 'Véhicules par page.',
  'One page of vehicles.': 'Une page de véhicules.',
  'Send it as vehicleId.': 'À envoyer comme vehicleId.',
  'Registration plate.': 'Plaque d’immatriculation.',
  'Seats for passengers.': 'Places pour les passagers.',

  'List clients': 'Lister les passagers',
  'The calling account’s riders, newest first. Look for one by phone number or e-mail address before you book, and book with its clientId: a booking with `client` creates a new rider. With both filters, both must match.':
    'Les passagers du compte appelant, du plus récent au plus ancien. Cherchez un passager par téléphone ou par e-mail avant de réserver, et réservez avec son clientId : une réservation avec `client` crée un nouveau passager. Avec les deux filtres, les deux doivent correspondre.',
  'Clients per page.': 'Passagers par page.',
  'Only clients with this phone number, however it is written: `06 12 34 56 72` finds `+33612345672`. A number without a country code is French.':
    'Seulement les passagers de ce numéro de téléphone, quelle que soit son écriture : `06 12 34 56 72` trouve `+33612345672`. Un numéro sans indicatif de pays est français.',
  'Only clients with this e-mail address, in upper or lower case.':
    'Seulement les passagers de cette adresse e-mail, en majuscules ou minuscules.',
  'One page of clients.': 'Une page de passagers.',
  'Read a client': 'Lire un passager',
  'One rider of the account. The response for another account’s rider is the same as for one that does not exist.':
    'Un passager du compte. Celui d’un autre compte donne la même réponse qu’un passager qui n’existe pas.',
  'The client identifier. A malformed one gets 404, like one that does not exist.':
    'L’identifiant du passager. S’il est mal formé, la réponse est 404, comme pour un passager qui n’existe pas.',
  'The client.': 'Le passager.',
  'Send it as clientId.': 'À envoyer comme clientId.',
  'As it was sent.': 'Tel qu’il a été envoyé.',
  'A rider of the account. Absent details are null.': 'Un passager du compte. Ce qui manque vaut null.',
};
