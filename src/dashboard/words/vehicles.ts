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
    emptyToDo: 'Add your vehicles to choose one when a trip is booked.',
    saved: (name: string) => `${name} saved.`,
    added: (name: string) => `${name} added.`,
    samePlate: (other: string) => `Another vehicle has the same licence plate: ${other}.`,
    seatsFault: (min: number, max: number) => `Enter a whole number from ${min} to ${max}, or leave it empty.`,
    retired: 'Retired',
    retiredName: (name: string) => `${name} (retired)`,
    retire: 'Retire this vehicle',
    retireText:
      'For a vehicle that you no longer use. It can no longer be chosen for new trips, in the dashboard or through the API. Trips that already have it keep it. You can bring it back at any time.',
    retiredSince: (date: string) => `Retired on ${date}. It cannot be chosen for new trips.`,
    restore: 'Bring back',
    upcoming: (total: number, text: string) =>
      total === 1
        ? '1 upcoming trip has this vehicle, and keeps it until you choose another one.'
        : `${text} upcoming trips have this vehicle, and keep it until you choose another one.`,
    retiredNow: (name: string) => `${name} retired.`,
    restored: (name: string) => `${name} can be chosen for trips again.`,
    isRetired: 'This vehicle is retired. Bring it back to change it.',
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
    emptyToDo: 'Ajoutez vos véhicules pour en choisir un lors d’une réservation.',
    saved: (name) => `${name} : modifications enregistrées.`,
    added: (name) => `${name} : véhicule ajouté.`,
    samePlate: (other) => `Un autre véhicule a la même immatriculation : ${other}.`,
    seatsFault: (min, max) => `Saisissez un nombre entier de ${min} à ${max}, ou laissez vide.`,
    retired: 'Retiré',
    retiredName: (name) => `${name} (retiré)`,
    retire: 'Retirer ce véhicule',
    retireText:
      'Pour un véhicule que vous n’utilisez plus. Il ne peut plus être choisi pour de nouvelles courses, ni dans le tableau de bord ni par l’API. Les courses qui l’ont déjà le gardent. Vous pouvez le remettre en service à tout moment.',
    retiredSince: (date) => `Retiré le ${date}. Il ne peut pas être choisi pour de nouvelles courses.`,
    restore: 'Remettre en service',
    upcoming: (total, text) =>
      total === 1
        ? '1 course à venir a ce véhicule et le garde tant que vous n’en choisissez pas un autre.'
        : `${text} courses à venir ont ce véhicule et le gardent tant que vous n’en choisissez pas un autre.`,
    retiredNow: (name) => `${name} : véhicule retiré.`,
    restored: (name) => `${name} : véhicule remis en service.`,
    isRetired: 'Ce véhicule est retiré. Remettez-le en service pour le modifier.',
  },
);
