import type { TripStatus } from '../../contract/trip.ts';
import { Badge, type BadgeKind } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { statusWords } from '../words/trips.ts';

const KINDS: Record<TripStatus, BadgeKind> = {
  CONFIRMED: 'plain',
  OTWTP: 'going',
  OTWTD: 'going',
  FINISHED: 'good',
  FINISHED_PAYED: 'good',
  CANCELLED: 'bad',
};

export const StatusBadge = ({ status, language }: { status: TripStatus; language: Language }) => (
  <Badge kind={KINDS[status]}>{statusWords[language][status]}</Badge>
);
