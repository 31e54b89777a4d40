import { LinkButton } from '../../web/components/form.tsx';
import type { Language } from '../../web/language.ts';
import { CALENDAR_PATH } from '../calendar/calendarPage.tsx';
import { DAY_SHEET_PATH } from '../day/days.ts';
import { calendarWords } from '../words/calendar.ts';
import { printWords } from '../words/print.ts';

/** The same rides elsewhere: on paper and in a calendar. */
export const PlanLinks = ({ language }: { language: Language }) => (
  <>
    <LinkButton href={DAY_SHEET_PATH}>{printWords[language].daySheet}</LinkButton>
    <LinkButton href={CALENDAR_PATH}>{calendarWords[language].title}</LinkButton>
  </>
);
