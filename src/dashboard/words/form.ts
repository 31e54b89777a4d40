import { inLanguages } from '../../web/words.ts';

interface SkippedTime {
  time: string;
  date: string;
  from: string;
  to: string;
}

/** What every form says. */
export const formWords = inLanguages(
  {
    faulty: 'Nothing was saved. Check the fields marked below.',
    outside: (min: number, max: number) => `Enter ${min} to ${max} characters.`,
    tooLong: (max: number) => `Use ${max} characters or fewer.`,
    timeFault: 'Enter a date and a time.',
    skippedTime: ({ time, date, from, to }: SkippedTime) =>
      `${time} does not exist on ${date}: clocks go forward from ${from} to ${to}.`,
    save: 'Save',
    offline: 'No connection: nothing was sent. Your input is still here.',
  },
  {
    faulty: 'Rien n’a été enregistré. Vérifiez les champs signalés.',
    outside: (min, max) => `Saisissez de ${min} à ${max} caractères.`,
    tooLong: (max) => `${max} caractères au maximum.`,
    timeFault: 'Saisissez une date et une heure.',
    skippedTime: ({ time, date, from, to }) =>
      `${time} n’existe pas le ${date} : on passe à l’heure d’été, de ${from} à ${to}.`,
    save: 'Enregistrer',
    offline: 'Pas de connexion : rien n’a été envoyé. Votre saisie est toujours là.',
  },
);
