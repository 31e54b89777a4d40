import { inLanguages } from '../../web/words.ts';

/** Pages that are made to be printed. */
export const printWords = inLanguages(
  {
    print: 'Print',
    daySheet: 'Day sheet',
    daySheetOf: (day: string) => `Day sheet, ${day}`,
    text: 'All rides of the day in the order of their pickup, without cancelled ones. Paris time.',
    none: 'No rides on this day',
    time: 'Time',
    rider: 'Rider',
    from: 'From',
    to: 'To',
    people: 'Pax',
    driver: 'Driver and vehicle',
    vehicle: 'Vehicle and contractor',
    contractor: (name: string) => `for ${name}`,
    note: 'Note',
    status: 'Status',
  },
  {
    print: 'Imprimer',
    daySheet: 'Feuille du jour',
    daySheetOf: (day) => `Feuille du jour, ${day}`,
    text: 'Toutes les courses du jour dans l’ordre de leur prise en charge, sauf les courses annulées. Heure de Paris.',
    none: 'Aucune course ce jour-là',
    time: 'Heure',
    rider: 'Passager',
    from: 'Départ',
    to: 'Arrivée',
    people: 'Pers.',
    driver: 'Chauffeur et véhicule',
    vehicle: 'Véhicule et donneur d’ordre',
    contractor: (name) => `pour ${name}`,
    note: 'Note',
    status: 'Statut',
  },
);
