import { inLanguages } from '../../web/words.ts';

/** What every form says. */
export const formWords = inLanguages(
  {
    faulty: 'Nothing was saved. Check the fields marked below.',
    outside: (min: number, max: number) => `Enter ${min} to ${max} characters.`,
    tooLong: (max: number) => `Use ${max} characters or fewer.`,
    save: 'Save',
    offline: 'No connection: nothing was sent. Your input is still here.',
  },
  {
    faulty: 'Rien n’a été enregistré. Vérifiez les champs signalés.',
    outside: (min, max) => `Saisissez de ${min} à ${max} caractères.`,
    tooLong: (max) => `${max} caractères au maximum.`,
    save: 'Enregistrer',
    offline: 'Pas de connexion : rien n’a été envoyé. Votre saisie est toujours là.',
  },
);
