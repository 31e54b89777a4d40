import { inLanguages } from '../../web/words.ts';

export const refreshWords = inLanguages(
  {
    live: 'Updates automatically. Paris time.',
    notUpdatedSince: (time: string) => `Not updated since ${time}.`,
    signIn: 'Sign in again',
    still: 'Paris time. Reload the page to see changes.',
  },
  {
    live: 'Mise à jour automatique. Heure de Paris.',
    notUpdatedSince: (time) => `Pas de mise à jour depuis ${time}.`,
    signIn: 'Se reconnecter',
    still: 'Heure de Paris. Rechargez la page pour voir les changements.',
  },
);
