import { bilingual } from '../../web/words.ts';

/** What can be done with an API key beside issuing and ending it. */
export const keyWords = bilingual(
  {
    rename: 'Rename',
    renameTitle: (name: string) => `Rename “${name}”`,
    renamed: 'The key has its new name.',
    lastDay: 'Requests, 24 h',
    lastWeek: 'Requests, 7 days',
  },
  {
    rename: 'Renommer',
    renameTitle: (name) => `Renommer « ${name} »`,
    renamed: 'La clé a son nouveau nom.',
    lastDay: 'Requêtes, 24 h',
    lastWeek: 'Requêtes, 7 jours',
  },
);
