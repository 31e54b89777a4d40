import { inLanguages } from '../../web/words.ts';

export const searchWords = inLanguages(
  {
    title: 'Search',
    label: 'Search trips and riders',
    placeholder: 'Search',
    find: 'Search',
    hint: 'More words narrow the search.',
    trips: 'Trips',
    rides: 'Rides for contractors',
    moreRides: (most: number) => `Only the latest ${most} are shown. Add words to narrow the search.`,
    riders: 'Riders',
    moreTrips: 'Older trips',
    moreRiders: 'All riders found',
    start: 'Find a trip or a rider',
    startText:
      'Type a reference such as 7K3QX-9TM2B, your partner’s reference, a rider’s name, phone number or e-mail address, or part of an address. The first letters of a word are enough; accents, capitals and the spelling of phone numbers make no difference.',
    none: (text: string) => `Nothing found for “${text}”`,
    noneText:
      'Check the spelling or use fewer words: a trip or a rider must have all of them. Words match from their first letters, so “lovel” finds Lovelace but “lace” does not. A reference is found by its first five characters or more: “7K3QX” finds 7K3QX-9TM2B but “9TM2B” does not.',
    indexing: 'Your trips and riders are still being prepared for search. Some may be missing for a few minutes.',
    ridersTrips: 'Trips',
    latestPickupFirst: 'Latest pickup first. Paris time.',
    noTrips: 'No trips yet',
    noTripsText: 'Trips booked for this rider appear here.',
  },
  {
    title: 'Recherche',
    label: 'Rechercher des courses et des passagers',
    placeholder: 'Rechercher',
    find: 'Rechercher',
    hint: 'Plusieurs mots précisent la recherche.',
    trips: 'Courses',
    rides: 'Courses pour des donneurs d’ordre',
    moreRides: (most) => `Seules les ${most} dernières sont affichées. Précisez la recherche avec d’autres mots.`,
    riders: 'Passagers',
    moreTrips: 'Courses plus anciennes',
    moreRiders: 'Tous les passagers trouvés',
    start: 'Retrouver une course ou un passager',
    startText:
      'Saisissez une référence comme 7K3QX-9TM2B, la référence de votre partenaire, le nom, le téléphone ou l’e-mail d’un passager, ou une partie d’une adresse. Les premières lettres d’un mot suffisent ; les accents, les majuscules et l’écriture des numéros de téléphone ne comptent pas.',
    none: (text) => `Aucun résultat pour « ${text} »`,
    noneText:
      'Vérifiez l’orthographe ou saisissez moins de mots : une course ou un passager doit tous les contenir. La recherche porte sur le début des mots : « lovel » trouve Lovelace, « lace » non. Une référence se trouve par ses cinq premiers caractères ou plus : « 7K3QX » trouve 7K3QX-9TM2B, « 9TM2B » non.',
    indexing:
      'Vos courses et vos passagers sont encore en cours de préparation pour la recherche. Il peut en manquer pendant quelques minutes.',
    ridersTrips: 'Courses',
    latestPickupFirst: 'Dernière prise en charge d’abord. Heure de Paris.',
    noTrips: 'Aucune course pour l’instant',
    noTripsText: 'Les courses réservées pour ce passager apparaîtront ici.',
  },
);
