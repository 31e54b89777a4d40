import { LinkButton } from '../../web/components/form.tsx';
import type { Language } from '../../web/language.ts';
import { bookingWords } from '../words/booking.ts';
import { BOOKING_PATH } from './bookingPage.tsx';

interface NewTripLinkProperties {
  language: Language;
  /** Who is chosen from the start. */
  riderId?: string;
}

export const NewTripLink = ({ language, riderId }: NewTripLinkProperties) => (
  <LinkButton href={riderId ? `${BOOKING_PATH}?rider=${riderId}` : BOOKING_PATH} kind="primary" icon="plus">
    {bookingWords[language].add}
  </LinkButton>
);
