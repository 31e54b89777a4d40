import { bilingual } from '../../web/words.ts';

/** What every form says. */
export const formWords = bilingual(
  {
    faulty: 'Nothing was saved: please look at the marked fields.',
    outside: (min: number, max: number) => `Write ${min} to ${max} characters.`,
    tooLong: (max: number) => `Write at most ${max} characters.`,
    save: 'Save',
  },
  {
    faulty: 'Rien n’a été enregistré : vérifiez les champs signalés.',
    outside: (min, max) => `Écrivez de ${min} à ${max} caractères.`,
    tooLong: (max) => `Écrivez ${max} caractères au plus.`,
    save: 'Enregistrer',
  },
);
