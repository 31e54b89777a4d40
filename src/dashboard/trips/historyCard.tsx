import type { ChangeAuthor } from '../../trips/tripRow.ts';
import { Moment } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { statusWords, tripsWords } from '../words/trips.ts';
import type { ShownTrip } from './tripReader.ts';
import { updateLines } from './updateLines.ts';

interface Entry {
  what: string;
  /** What was changed, line by line, or why. */
  lines: string[];
  at: Date;
  by: ChangeAuthor;
  memberEmail: string | null;
}

/** Every change of the trip, oldest first. */
export function HistoryCard({ shown, language }: { shown: ShownTrip; language: Language }) {
  const words = tripsWords[language];
  return (
    <Card title={words.history} class="history" actions={<span class="hint">{words.parisTime}</span>}>
      <ol class="timeline">
        {entriesOf(shown, language).map(({ what, lines, at, by, memberEmail }) => (
          <li key={at.toISOString() + what}>
            <span class="timeline-status">{what}</span>
            {lines.map((line) => (
              <span key={line} class="as-written">
                {line}
              </span>
            ))}
            <span class="hint breakable">
              <Moment at={at} language={language} hideZone /> · {words[`by${by}`]}
              {memberEmail !== null && ` · ${memberEmail}`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function entriesOf({ details, vehicles }: ShownTrip, language: Language): Entry[] {
  const words = tripChangeWords[language];
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
    by: changedBy,
    memberEmail,
  }));
  const drivers = details.assignments.map(({ driver, assignedAt, assignedBy, memberEmail, reason }, index) => ({
    what: driverText(driver, reason, details.assignments[index - 1]?.driver),
    lines: reasonLines(reason),
    at: new Date(assignedAt),
    by: assignedBy,
    memberEmail,
  }));
  const updates = details.updates.map((update) => ({
    what: words.updated,
    lines: updateLines(update, vehicles, language),
    at: new Date(update.changedAt),
    by: update.changedBy,
    memberEmail: update.memberEmail,
  }));
  return [...statuses, ...drivers, ...updates].sort((a, b) => a.at.getTime() - b.at.getTime());
}
