import { isRideOver } from '../../trips/lifecycle.ts';
import type { Party, TripDetails } from '../../trips/store/tripDetails.ts';
import { listText } from '../../web/components/moment.tsx';
import { Notice } from '../../web/components/notice.tsx';
import type { OwnersPage } from '../page.ts';
import { RIDERS_PATH } from '../riders/riderTable.tsx';
import { aboutVoucherWords } from '../words/voucher.ts';
import { formerDriverText } from './formerDriver.ts';
import type { ShownTrip } from './tripReader.ts';

/**
 * The operator in the sense of the law is the driver, so the voucher shows the driver's details. The contractor is
 * named as the one who took the booking. Without an assigned driver the place stays empty.
 */
export const operatorOf = ({ executor }: Pick<TripDetails, 'executor'>): Party | null => executor;

/** Whether the driver is another account than the trip's. */
export const isBookedThroughOwner = ({ trip }: Pick<ShownTrip, 'trip'>): boolean => trip.executorId !== trip.userId;

type VoucherGap = 'noDriver' | 'legalName' | 'registrationNumber' | 'siren' | 'contact' | 'riderPhone';

/** Legally required details that are missing. */
export function voucherGaps(
  details: Pick<TripDetails, 'executor'> & { rider: { phone?: string | null | undefined } },
): VoucherGap[] {
  const operator = operatorOf(details);
  const gaps: [gap: VoucherGap, isThere: unknown][] = [
    ['noDriver', operator],
    ['legalName', !operator || operator.legalName],
    ['registrationNumber', !operator || operator.registrationNumber],
    ['siren', !operator || operator.siren],
    ['contact', !operator || operator.address || operator.phone],
    ['riderPhone', details.rider.phone],
  ];
  return gaps.filter(([, isThere]) => !isThere).map(([gap]) => gap);
}

const OF_OPERATOR: readonly VoucherGap[] = ['legalName', 'registrationNumber', 'siren', 'contact'];

/** Names what is missing before an inspector does; once the ride is over, no voucher is shown to anybody. */
export function VoucherGapsNotice({ page, shown }: { page: OwnersPage; shown: ShownTrip }) {
  const { language } = page;
  const words = aboutVoucherWords[language];
  const gaps = voucherGaps(shown.details);
  const formerDriver = formerDriverText(shown, language);
  // The details of a former driver are hidden, which does not say that they are missing.
  const named = formerDriver ? gaps.filter((gap) => !OF_OPERATOR.includes(gap)) : gaps;
  if (gaps.length === 0 || isRideOver(shown.trip.status)) return null;
  const lacksDetails = gaps.some((gap) => OF_OPERATOR.includes(gap));
  const areOwn = shown.trip.executorId === page.session.account.accountId;
  // The riders of a contractor are not the driver's to change.
  const isOwnRider = shown.trip.userId === page.session.account.accountId;
  const canAddPhone = gaps.includes('riderPhone') && isOwnRider && page.may('RIDERS');
  const ownDetails = page.may('ACCOUNT') ? <a href="/app/account">{words.ownDetails}</a> : words.ownersDetails;
  return (
    <Notice kind="warn">
      {named.length > 0 && (
        <p>
          {words.lacks(
            listText(
              named.map((gap) => words[gap]),
              language,
            ),
          )}
        </p>
      )}
      {lacksDetails && <p>{areOwn ? ownDetails : (formerDriver ?? words.driversDetails)}</p>}
      {canAddPhone && (
        <p>
          <a href={`${RIDERS_PATH}/${shown.trip.clientId}`}>{words.riderDetails}</a>
        </p>
      )}
    </Notice>
  );
}
