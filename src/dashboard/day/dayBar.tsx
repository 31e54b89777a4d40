import type { ComponentChildren } from 'preact';
import { LinkButton } from '../../web/components/form.tsx';
import { PeriodPicker } from '../components/periodPicker.tsx';
import { StepLink } from '../components/stepLink.tsx';
import type { OwnersPage } from '../page.ts';
import { dayWords } from '../words/day.ts';
import { type AskedDay, addDays, dayLink, dayOf } from './days.ts';

interface DayBarProperties extends AskedDay {
  page: OwnersPage;
  /** The page that shows a day. */
  path: string;
  now: Date;
  /** Other views of the same day. */
  children?: ComponentChildren;
}

/** Leads to any other day: yesterday and tomorrow as seen from today, otherwise the neighbours of the day shown. */
export function DayBar({ page: { language }, path, day, isFaulty, now, children }: DayBarProperties) {
  const words = dayWords[language];
  const isToday = day === dayOf(now);
  return (
    <nav class="step-bar" aria-label={words.date}>
      <StepLink href={dayLink(addDays(day, -1), path)} title={isToday ? words.yesterday : words.previousDay} isBack />
      <PeriodPicker type="date" {...{ path, isFaulty }} label={words.date} value={day} button={words.show} />
      <StepLink href={dayLink(addDays(day, 1), path)} title={isToday ? words.tomorrow : words.nextDay} />
      {!isToday && <LinkButton href={path}>{words.today}</LinkButton>}
      {children && <div class="buttons views">{children}</div>}
      {isFaulty && (
        <p class="field-error" id="date-error">
          {words.dateFault}
        </p>
      )}
    </nav>
  );
}
