import { Moment } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { EmailText } from '../components/emailText.tsx';

export interface TimelineEntry {
  what: string;
  /** What was changed, line by line, or why. */
  lines: string[];
  at: Date;
  by?: string;
}

interface TimelineProperties {
  entries: readonly TimelineEntry[];
  language: Language;
}

/** Changes, one below the other. The card around it says that its times are Paris time. */
export const Timeline = ({ entries, language }: TimelineProperties) => (
  <ol class="timeline">
    {entries.map(({ what, lines, at, by }) => (
      <li key={at.toISOString() + what}>
        <span class="timeline-status">{what}</span>
        {lines.map((line) => (
          <span key={line} class="as-written">
            {line}
          </span>
        ))}
        <span class="hint breakable">
          <Moment at={at} language={language} hideZone />
          {by && (
            <>
              {' · '}
              <EmailText text={by} />
            </>
          )}
        </span>
      </li>
    ))}
  </ol>
);
