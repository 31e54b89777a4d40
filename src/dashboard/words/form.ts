import { inLanguages } from '../../web/words.ts';

interface TypedTime {
  time: string;
  date: string;
}

interface SkippedTime extends TypedTime {
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
    yearFault: 'Check the year.',
    skippedTime: ({ time, date, from, to }: SkippedTime) =>
      `${time} does not exist on ${date}: clocks go forward from ${from} to ${to}.`,
    timeTwice: ({ time, date }: TypedTime) =>
      `${time} occurs twice on ${date}, because clocks go back. Choose which one you mean.`,
    twice: ({ time, date }: TypedTime) => `${time} occurs twice on ${date}`,
    choose: 'Choose one',
    firstTime: (time: string) => `${time}, summer time (the first)`,
    secondTime: (time: string) => `${time}, winter time (an hour later)`,
    changedByOthers: (now: string) =>
      now === ''
        ? 'Somebody else has emptied this field since you opened the form. Save again to keep what you typed.'
        : `Somebody else has changed this to “${now}” since you opened the form. Save again to keep what you typed.`,
    save: 'Save',
    offline: 'No connection: nothing was sent. Try again once you are online.',
  },
  {
    faulty: 'Rien n’a été enregistré. Vérifiez les champs signalés.',
    outside: (min, max) => `Saisissez de ${min} à ${max} caractères.`,
    tooLong: (max) => `${max} caractères au maximum.`,
    timeFault: 'Saisissez une date et une heure.',
    yearFault: 'Vérifiez l’année.',
    skippedTime: ({ time, date, from, to }) =>
      `${time} n’existe pas le ${date} : on passe à l’heure d’été, de ${from} à ${to}.`,
    timeTwice: ({ time, date }) =>
      `Le ${date}, il est deux fois ${time} : on passe à l’heure d’hiver. Précisez laquelle des deux heures.`,
    twice: ({ time, date }) => `Le ${date}, il est deux fois ${time}`,
    choose: 'Choisissez',
    firstTime: (time) => `${time}, heure d’été (la première fois)`,
    secondTime: (time) => `${time}, heure d’hiver (une heure plus tard)`,
    changedByOthers: (now) =>
      now === ''
        ? 'Quelqu’un d’autre a vidé ce champ depuis l’ouverture du formulaire. Enregistrez de nouveau pour garder votre saisie.'
        : `Quelqu’un d’autre a saisi « ${now} » depuis l’ouverture du formulaire. Enregistrez de nouveau pour garder votre saisie.`,
    save: 'Enregistrer',
    offline: 'Pas de connexion : rien n’a été envoyé. Réessayez une fois la connexion rétablie.',
  },
);
