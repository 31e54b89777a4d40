import { canAssign } from '../../trips/lifecycle.ts';
import type { Language } from '../../web/language.ts';
import { driversWords } from '../words/drivers.ts';
import type { ShownTrip } from './tripReader.ts';

/** Why the driver's details are hidden and what to do; undefined unless they drove for the account before. */
export function formerDriverText({ trip, details }: ShownTrip, language: Language): string | undefined {
  const words = driversWords[language];
  const agreement = details.executor?.agreement;
  if (agreement !== 'ENDED' && agreement !== 'INVITED') return undefined;
  if (!canAssign(trip.status)) return words.stopped;
  return `${words.stopped} ${agreement === 'ENDED' ? words.replaceOrInvite : words.replaceOrWait}`;
}
