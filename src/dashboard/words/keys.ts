import { bilingual } from '../../web/words.ts';

/** What can be done with an API key beside issuing and ending it. */
export const keyWords = bilingual(
  {
    rename: 'Rename',
    renameTitle: (name: string) => `Rename “${name}”`,
    renamed: 'The key has its new name.',
    requests: 'Requests',
    lastDay: (count: string) => `${count} in 24 h`,
    lastWeek: (count: string) => `${count} in 7 days`,
  },
  {
    rename: 'Renommer',
    renameTitle: (name) => `Renommer « ${name} »`,
    renamed: 'La clé a son nouveau nom.',
    requests: 'Requêtes',
    lastDay: (count) => `${count} en 24 h`,
    lastWeek: (count) => `${count} en 7 jours`,
  },
);
