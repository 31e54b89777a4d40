import { MAX_OF_ACCOUNT, WRITE_EVERY_SECONDS } from '../../usage/buffer.ts';
import { inLanguages } from '../../web/words.ts';

/** The log of requests and what an entry means. */
export const requestWords = inLanguages(
  {
    key: 'API key',
    trip: 'Open the trip',
    when: 'When it happens',
    remedy: 'What to do',
    documentation: (code: string) => `${code} in the documentation`,
    unlogged: (count: number, text: string) =>
      `${count === 1 ? '1 request of the last 7 days was counted but is' : `${text} requests of the last 7 days were counted but are`} not listed: of a burst, only the newest ${MAX_OF_ACCOUNT} requests within ${WRITE_EVERY_SECONDS} seconds are listed.`,
  },
  {
    key: 'Clé d’API',
    trip: 'Ouvrir la course',
    when: 'Quand elle se produit',
    remedy: 'Que faire',
    documentation: (code) => `${code} dans la documentation`,
    unlogged: (count, text) =>
      `${count === 1 ? '1 requête des 7 derniers jours a été comptée mais n’est pas listée' : `${text} requêtes des 7 derniers jours ont été comptées mais ne sont pas listées`} : lors d’un pic, seules les ${MAX_OF_ACCOUNT} requêtes les plus récentes par tranche de ${WRITE_EVERY_SECONDS} secondes sont listées.`,
  },
);
