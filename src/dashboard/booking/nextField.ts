import { momentThere } from '../../money/timeZone.ts';
import { SHOWN_TIME_ZONE } from '../../web/components/moment.tsx';
import { hiredFor } from '../pricing/hireHours.tsx';
import { type BookingForm, isRiderMissing } from './bookingDraft.ts';
import type { FoundRiders } from './riderCard.tsx';
import type { Understood } from './understanding.ts';

/** Of the form, but for `pickup-nearest` and `dropoff-nearest`: the addresses that may have been meant. */
export type NextField =
  | 'pickup-nearest'
  | 'dropoff-nearest'
  | 'pickup'
  | 'dropoff'
  | 'at'
  | 'hireHours'
  | 'riderSearch'
  | 'passengers'
  | 'calculate';

const ENDS = ['pickup', 'dropoff'] as const;

/** Where a keyboard goes on after Enter was pressed in a field; undefined if riders were found, who get the focus then. */
export function nextField(
  { draft, riderSearch }: BookingForm,
  understood: Understood,
  { isNewSearch }: FoundRiders,
): NextField | undefined {
  if (isNewSearch && riderSearch !== '') return undefined;
  const unfound = (name: (typeof ENDS)[number]) => ('fault' in understood[name] ? understood[name] : undefined);
  const offered = ENDS.find((name) => (unfound(name)?.nearest.length ?? 0) > 0);
  if (offered) return `${offered}-nearest`;
  const needed = ENDS.find(unfound);
  if (needed) return needed;
  if (!momentThere(draft.at, SHOWN_TIME_ZONE)) return 'at';
  if (!hiredFor(draft)) return 'hireHours';
  if (isRiderMissing(draft)) return 'riderSearch';
  return draft.passengers === '' ? 'passengers' : 'calculate';
}
