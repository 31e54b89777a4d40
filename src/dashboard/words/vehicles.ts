import { bilingual } from '../../web/words.ts';

export const vehiclesWords = bilingual(
  {
    title: 'Vehicles',
    add: 'New vehicle',
    newTitle: 'New vehicle',
    caption: 'Your vehicles',
    name: 'Name',
    nameHint: 'Such as Mercedes Classe E.',
    plate: 'Registration plate',
    seats: 'Seats for passengers',
    vehicleId: 'For the API: vehicleId',
    empty: 'You have no vehicles yet.',
    emptyText: 'A vehicle that is here can be named when a trip is booked.',
    saved: (name: string) => `${name} is saved.`,
    seatsFault: (min: number, max: number) => `Write a whole number from ${min} to ${max}, or nothing.`,
  },
  {
    title: 'Véhicules',
    add: 'Nouveau véhicule',
    newTitle: 'Nouveau véhicule',
    caption: 'Vos véhicules',
    name: 'Nom',
    nameHint: 'Par exemple Mercedes Classe E.',
    plate: 'Immatriculation',
    seats: 'Places pour passagers',
    vehicleId: 'Pour l’API : vehicleId',
    empty: 'Vous n’avez pas encore de véhicules.',
    emptyText: 'Un véhicule présent ici peut être nommé lors d’une réservation.',
    saved: (name) => `${name} est enregistré.`,
    seatsFault: (min, max) => `Écrivez un nombre entier de ${min} à ${max}, ou rien.`,
  },
);
