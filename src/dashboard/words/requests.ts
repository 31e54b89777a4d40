import { MAX_OF_ACCOUNT, WRITE_EVERY_SECONDS } from '../../usage/buffer.ts';
import { bilingual } from '../../web/words.ts';

/** The log of requests and what an entry means. */
export const requestWords = bilingual(
  {
    unlogged: (count: number, text: string) =>
      `${count === 1 ? '1 request of the last 7 days was counted but is' : `${text} requests of the last 7 days were counted but are`} not listed: of a burst, only the newest ${MAX_OF_ACCOUNT} requests within ${WRITE_EVERY_SECONDS} seconds are listed.`,
  },
  {
    unlogged: (count, text) =>
      `${count === 1 ? '1 requête des 7 derniers jours a été comptée mais n’est pas listée' : `${text} requêtes des 7 derniers jours ont été comptées mais ne sont pas listées`} : lors d’un pic, seules les ${MAX_OF_ACCOUNT} requêtes les plus récentes par tranche de ${WRITE_EVERY_SECONDS} secondes sont listées.`,
  },
);
