import { inLanguages } from '../../web/words.ts';

export const vehiclesWords = inLanguages(
  {
    title: 'Vehicles',
    add: 'New vehicle',
    newTitle: 'New vehicle',
    caption: 'Your vehicles',
    name: 'Name',
    nameHint: 'For example Mercedes Classe E.',
    plate: 'Licence plate',
    seats: 'Passenger seats',
    vehicleId: 'API identifier (vehicleId):',
    empty: 'No vehicles yet',
    emptyText: 'Add your vehicles to choose one when a trip is booked.',
    saved: (name: string) => `${name} saved.`,
    seatsFault: (min: number, max: number) => `Enter a whole number from ${min} to ${max}, or leave it empty.`,
  },
  {
    title: 'Véhicules',
    add: 'Nouveau véhicule',
    newTitle: 'Nouveau véhicule',
    caption: 'Vos véhicules',
    name: 'Nom',
    nameHint: 'Par exemple Mercedes Classe E.',
    plate: 'Immatriculation',
    seats: 'Places passagers',
    vehicleId: 'Identifiant API (vehicleId) :',
    empty: 'Aucun véhicule pour l’instant',
    emptyText: 'Ajoutez vos véhicules pour en choisir un lors d’une réservation.',
    saved: (name) => `${name} : modifications enregistrées.`,
    seatsFault: (min, max) => `Saisissez un nombre entier de ${min} à ${max}, ou laissez vide.`,
  },
);
