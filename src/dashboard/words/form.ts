import { inLanguages } from '../../web/words.ts';

/** What every form says. */
export const formWords = inLanguages(
  {
    faulty: 'Nothing was saved. Check the fields marked below.',
    outside: (min: number, max: number) => `Enter ${min} to ${max} characters.`,
    tooLong: (max: number) => `Use ${max} characters or fewer.`,
    save: 'Save',
  },
  {
    faulty: 'Rien n’a été enregistré. Vérifiez les champs signalés.',
    outside: (min, max) => `Saisissez de ${min} à ${max} caractères.`,
    tooLong: (max) => `${max} caractères au maximum.`,
    save: 'Enregistrer',
  },
);
