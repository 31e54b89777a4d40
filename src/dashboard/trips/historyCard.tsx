import type { ChangeAuthor } from '../../trips/tripRow.ts';
import { Card } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { statusWords, tripsWords } from '../words/trips.ts';
import { Timeline, type TimelineEntry } from './timeline.tsx';
import type { ShownTrip } from './tripReader.ts';
import { updateLines } from './updateLines.ts';

/** Every change of the trip, oldest first. */
export function HistoryCard({ shown, language }: { shown: ShownTrip; language: Language }) {
  const words = tripsWords[language];
  return (
    <Card title={words.history} class="history" actions={<span class="hint">{words.parisTime}</span>}>
      <Timeline entries={entriesOf(shown, language)} language={language} />
    </Card>
  );
}

function entriesOf({ details, vehicles }: ShownTrip, language: Language): TimelineEntry[] {
  const words = tripChangeWords[language];
  const authorText = (by: ChangeAuthor, memberEmail: string | null) =>
    tripsWords[language][`by${by}`] + (memberEmail === null ? '' : ` · ${memberEmail}`);
  const reasonLines = (reason: string | null) => (reason ? [words.reasonLine(reason)] : []);
  // Only a driver who declines gives a reason.
  const driverText = (driver: string | null, reason: string | null, before: string | null | undefined) => {
    if (driver !== null) return tripsWords[language].assignedTo(driver);
    return before && reason !== null ? words.declinedBy(before) : words.driverRemoved;
  };
  const statuses = details.statuses.map(({ status, changedAt, changedBy, memberEmail, reason }) => ({
    what: statusWords[language][status],
    lines: reasonLines(reason),
    at: new Date(changedAt),
    by: authorText(changedBy, memberEmail),
  }));
  const drivers = details.assignments.map(({ driver, assignedAt, assignedBy, memberEmail, reason }, index) => ({
    what: driverText(driver, reason, details.assignments[index - 1]?.driver),
    lines: reasonLines(reason),
    at: new Date(assignedAt),
    by: authorText(assignedBy, memberEmail),
  }));
  const updates = details.updates.map((update) => ({
    what: words.updated,
    lines: updateLines(update, vehicles, language),
    at: new Date(update.changedAt),
    by: authorText(update.changedBy, update.memberEmail),
  }));
  return [...statuses, ...drivers, ...updates].sort((a, b) => a.at.getTime() - b.at.getTime());
}
