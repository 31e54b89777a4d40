import type { Vehicle } from '../../catalogue/vehicleStore.ts';
import type { UpdatableMembers } from '../../trips/store/tripColumns.ts';
import type { RecordedUpdate } from '../../trips/store/tripDetails.ts';
import type { TripUpdate } from '../../trips/updateTrip.ts';
import { dateTimeText, durationText, moneyText, numberText } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { labelled } from '../../web/words.ts';
import { ridersWords } from '../words/riders.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { tripsWords } from '../words/trips.ts';

/**
 * What an update changed, one line per member; only `members`, if given. The price before VAT follows from the price. What is
 * missing before and after was erased with the rider.
 */
export function updateLines(
  { before, after }: Pick<RecordedUpdate, 'before' | 'after'>,
  vehicles: readonly Vehicle[],
  language: Language,
  members?: readonly string[],
): string[] {
  const words = tripsWords[language];
  const { nothing, noNote } = tripChangeWords[language];
  const { erased } = ridersWords[language];
  const nameOf = (id: string) => vehicles.find(({ vehicleId }) => vehicleId === id)?.name ?? id;
  const shown: Record<keyof TripUpdate, { title: string; text(members: Partial<UpdatableMembers>): string }> = {
    scheduledAt: {
      title: words.pickupTime,
      text: ({ scheduledAt = '' }) => dateTimeText(new Date(scheduledAt), language),
    },
    estimatedDurationMinutes: {
      title: words.hireDuration,
      text: ({ estimatedDurationMinutes: minutes }) => (minutes ? durationText(minutes) : nothing),
    },
    vehicleId: { title: words.vehicle, text: ({ vehicleId }) => (vehicleId ? nameOf(vehicleId) : nothing) },
    paxNumber: { title: words.passengers, text: ({ paxNumber = 0 }) => numberText(paxNumber, language) },
    priceCents: { title: words.priceWithVat, text: ({ priceCents = 0 }) => moneyText(priceCents, language) },
    note: { title: words.note, text: ({ note }) => note ?? noNote },
  };
  return (Object.keys(shown) as (keyof TripUpdate)[])
    .filter((member) => member in after && (members?.includes(member) ?? true))
    .map((member) => {
      const { title, text } = shown[member];
      const isErased = before[member] === null && after[member] === null;
      return labelled(title, isErased ? erased : `${text(before)} → ${text(after)}`, language);
    });
}
