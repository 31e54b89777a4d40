import type { TripUpdate } from '../../trips/updateTrip.ts';
import { Card } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { Timeline } from '../trips/timeline.tsx';
import type { ShownTrip } from '../trips/tripReader.ts';
import { updateLines } from '../trips/updateLines.ts';
import { ridesWords } from '../words/rides.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { tripsWords } from '../words/trips.ts';

/** What the page of a ride shows anyway. */
const SHOWN: readonly (keyof TripUpdate)[] = [
  'scheduledAt',
  'estimatedDurationMinutes',
  'vehicleId',
  'paxNumber',
  'note',
];

/** What the contractor changed since the ride was assigned to the driver, newest first. */
export function ChangesCard({ shown: { details, vehicles }, language }: { shown: ShownTrip; language: Language }) {
  const assignedVersion = details.assignments.at(-1)?.version ?? 0;
  const entries = details.updates
    .filter(({ version }) => version > assignedVersion)
    .map((update) => ({
      what: tripChangeWords[language].updated,
      lines: updateLines(update, vehicles, language, SHOWN),
      at: new Date(update.changedAt),
    }))
    .filter(({ lines }) => lines.length > 0)
    .reverse();
  if (entries.length === 0) return null;
  const parisTime = <span class="hint">{tripsWords[language].parisTime}</span>;
  return (
    <Card title={ridesWords[language].changes} class="ride-changes" actions={parisTime}>
      <Timeline entries={entries} language={language} isNewestFirst />
    </Card>
  );
}
