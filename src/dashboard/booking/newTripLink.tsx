import { LinkButton } from '../../web/components/form.tsx';
import type { Language } from '../../web/language.ts';
import { bookingWords } from '../words/booking.ts';
import { BOOKING_PATH } from './bookingPage.tsx';

export const NewTripLink = ({ language }: { language: Language }) => (
  <LinkButton href={BOOKING_PATH} kind="primary" icon="plus">
    {bookingWords[language].add}
  </LinkButton>
);

/** For a rider who is chosen from the start. */
export const NewTripForRiderLink = ({ language, riderId }: { language: Language; riderId: string }) => (
  <LinkButton href={`${BOOKING_PATH}?rider=${riderId}`} icon="plus">
    {bookingWords[language].add}
  </LinkButton>
);
