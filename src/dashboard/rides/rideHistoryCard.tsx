import type { TripUpdate } from '../../trips/updateTrip.ts';
import { Card } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { Timeline } from '../trips/timeline.tsx';
import type { ShownTrip } from '../trips/tripReader.ts';
import { updateLines } from '../trips/updateLines.ts';
import { ridesWords } from '../words/rides.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { statusWords, tripsWords } from '../words/trips.ts';

/** What the page of a ride shows anyway. */
const SHOWN: readonly (keyof TripUpdate)[] = [
  'scheduledAt',
  'estimatedDurationMinutes',
  'vehicleId',
  'paxNumber',
  'note',
];

/**
 * What happened since the ride was assigned to the driver: its steps, and what the contractor changed. The reason for
 * a cancellation is the contractor's.
 */
export function RideHistoryCard({ shown, language }: { shown: ShownTrip; language: Language }) {
  const words = tripsWords[language];
  return (
    <Card title={words.history} class="history" actions={<span class="hint">{words.parisTime}</span>}>
      <Timeline entries={entriesOf(shown, language)} language={language} />
    </Card>
  );
}

function entriesOf({ details: { assignments, statuses, updates }, vehicles }: ShownTrip, language: Language) {
  const assigned = assignments.slice(-1).map(({ version, assignedAt }) => ({
    version,
    what: ridesWords[language].assignedToYou,
    lines: [],
    at: new Date(assignedAt),
  }));
  const steps = statuses.map(({ version, status, changedAt }) => ({
    version,
    what: statusWords[language][status],
    lines: [],
    at: new Date(changedAt),
  }));
  const changes = updates
    .map((update) => ({
      version: update.version,
      what: tripChangeWords[language].updated,
      lines: updateLines(update, vehicles, language, SHOWN),
      at: new Date(update.changedAt),
    }))
    .filter(({ lines }) => lines.length > 0);
  const since = [...steps, ...changes].filter(({ version }) => version > (assigned[0]?.version ?? 0));
  return [...assigned, ...since].sort((one, other) => one.version - other.version);
}
