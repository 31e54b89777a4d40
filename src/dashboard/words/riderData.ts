import { inLanguages } from '../../web/words.ts';

export const riderDataWords = inLanguages(
  {
    title: 'Personal data',
    text: 'If this person asks for their data, download it here. If they ask for it to be erased, erase it: their trips and your totals stay, without name, contact details, addresses, notes or metadata. Each rider is downloaded and erased separately.',
    download: 'Download everything (JSON)',
    erase: 'Erase',
    eraseTitle: (name: string) => `Erase ${name}?`,
    eraseText:
      'Name, contact and billing details are erased, as are the addresses, notes, metadata and reasons of every trip. Prices, times and statuses stay. This cannot be undone.',
    othersStay: 'These riders have the same phone number or e-mail address. They are not erased with this one:',
    erased: 'Rider erased.',
    erasedOn: 'This rider was erased on',
    openTrips: 'This rider still has open trips. Finish or cancel them first.',
    isErased: 'An erased rider cannot be changed. Add a new one instead.',
  },
  {
    title: 'Données personnelles',
    text: 'Si cette personne demande ses données, téléchargez-les ici. Si elle demande leur effacement, effacez-les : ses courses et vos totaux restent, sans nom, coordonnées, adresses, notes ni métadonnées. Chaque passager est téléchargé et effacé séparément.',
    download: 'Tout télécharger (JSON)',
    erase: 'Effacer',
    eraseTitle: (name) => `Effacer ${name} ?`,
    eraseText:
      'Le nom, les coordonnées et les données de facturation sont effacés, ainsi que les adresses, notes, métadonnées et motifs de chaque course. Les prix, heures et statuts restent. Cette action est définitive.',
    othersStay:
      'Ces passagers ont le même numéro de téléphone ou la même adresse e-mail. Ils ne sont pas effacés avec celui-ci :',
    erased: 'Passager effacé.',
    erasedOn: 'Ce passager a été effacé le',
    openTrips: 'Ce passager a encore des courses à effectuer. Terminez-les ou annulez-les d’abord.',
    isErased: 'Un passager effacé ne peut pas être modifié. Ajoutez-en un nouveau.',
  },
);
