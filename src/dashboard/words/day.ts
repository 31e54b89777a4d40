import { inLanguages } from '../../web/words.ts';

export const dayWords = inLanguages(
  {
    today: 'Today',
    yesterday: 'Yesterday',
    tomorrow: 'Tomorrow',
    previousDay: 'Previous day',
    nextDay: 'Next day',
    week: 'Week',
    day: 'Day',
    date: 'Date',
    show: 'Show',
    dateFault: 'Enter a date.',
    none: 'No trips on this day',
    noneText: 'Trips appear here in the order of their pickup.',
    caption: (day: string) => `Trips on ${day}`,
    count: (count: number) => (count === 1 ? '1 trip' : `${count} trips`),
    cancelled: (count: number) => `and ${count} cancelled`,
    most: (count: number) => `Only the first ${count} trips are shown. Use the list of trips for the others.`,
    assigned: (count: number) =>
      count === 1
        ? 'You also drive 1 ride for a contractor on this day.'
        : `You also drive ${count} rides for contractors on this day.`,
    attention: (count: number) => (count === 1 ? '1 trip needs attention' : `${count} trips need attention`),
    earlier: (count: number) =>
      count === 1
        ? '1 trip from the last two days is not over yet'
        : `${count} trips from the last two days are not over yet`,
    overdue: 'Overdue',
    no_driver: 'No driver',
    driver_clash: 'Driver double-booked',
    vehicle_clash: 'Vehicle double-booked',
    rider_clash: 'Same rider twice at this time',
    too_few_seats: 'Too few seats',
    voucher_incomplete: 'Voucher incomplete',
    time: 'Time',
    previousWeek: 'Previous week',
    nextWeek: 'Next week',
    thisWeek: 'This week',
    weekCaption: 'Trips per day',
    withoutCancelled: 'Cancelled trips are not counted.',
    trips: 'Trips',
    forContractors: 'For contractors',
  },
  {
    today: 'Aujourd’hui',
    yesterday: 'Hier',
    tomorrow: 'Demain',
    previousDay: 'Jour précédent',
    nextDay: 'Jour suivant',
    week: 'Semaine',
    day: 'Jour',
    date: 'Date',
    show: 'Afficher',
    dateFault: 'Saisissez une date.',
    none: 'Aucune course ce jour-là',
    noneText: 'Les courses apparaissent ici dans l’ordre de leur prise en charge.',
    caption: (day) => `Courses du ${day}`,
    count: (count) => (count <= 1 ? `${count} course` : `${count} courses`),
    cancelled: (count) => (count === 1 ? 'plus 1 annulée' : `plus ${count} annulées`),
    most: (count) => `Seules les ${count} premières courses sont affichées. Les autres sont dans la liste des courses.`,
    assigned: (count) =>
      count === 1
        ? 'Ce jour-là, vous assurez aussi 1 course pour un donneur d’ordre.'
        : `Ce jour-là, vous assurez aussi ${count} courses pour des donneurs d’ordre.`,
    attention: (count) => (count === 1 ? '1 course à vérifier' : `${count} courses à vérifier`),
    earlier: (count) =>
      count === 1
        ? '1 course des deux derniers jours n’est pas terminée'
        : `${count} courses des deux derniers jours ne sont pas terminées`,
    overdue: 'En retard',
    no_driver: 'Sans chauffeur',
    driver_clash: 'Chauffeur déjà pris',
    vehicle_clash: 'Véhicule déjà pris',
    rider_clash: 'Même passager deux fois à cette heure',
    too_few_seats: 'Places insuffisantes',
    voucher_incomplete: 'Bon incomplet',
    time: 'Heure',
    previousWeek: 'Semaine précédente',
    nextWeek: 'Semaine suivante',
    thisWeek: 'Cette semaine',
    weekCaption: 'Courses par jour',
    withoutCancelled: 'Les courses annulées ne sont pas comptées.',
    trips: 'Courses',
    forContractors: 'Pour des donneurs d’ordre',
  },
);
