import type { ComponentChildren } from 'preact';
import { centsFromEuros } from '../../money/cents.ts';
import type { Party } from '../../trips/store/tripDetails.ts';
import { durationText, Moment, moneyText } from '../../web/components/moment.tsx';
import { agreedMinutes } from '../pricing/hireHours.tsx';
import { orErased } from '../riders/riderName.ts';
import { type VoucherText, voucherWords } from '../words/voucher.ts';
import { vehicleText } from './rideCards.tsx';
import type { ShownTrip } from './tripReader.ts';
import { isBookedThroughOwner, operatorOf } from './voucherGaps.tsx';

/** In French, with English below. */
const Bilingual = ({ text }: { text: VoucherText }) => (
  <>
    {voucherWords.fr[text]} {voucherWords.fr[text] !== voucherWords.en[text] && <English text={text} />}
  </>
);

const English = ({ text }: { text: VoucherText }) => (
  <span class="voucher-english" lang="en">
    {voucherWords.en[text]}
  </span>
);

const Missing = ({ text = 'missing' }: { text?: VoucherText }) => (
  <span class="voucher-missing">
    <Bilingual text={text} />
  </span>
);

interface Line {
  title: VoucherText;
  value: ComponentChildren;
}

function Lines({ title, lines }: { title: VoucherText; lines: readonly Line[] }) {
  return (
    <section>
      <h3>
        <Bilingual text={title} />
      </h3>
      <dl>
        {lines.map((line) => (
          <div key={line.title}>
            <dt>
              <Bilingual text={line.title} />
            </dt>
            <dd>{line.value || <Missing />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The document shown at the roadside: one sheet, whatever the language of the dashboard. */
export function Voucher({ shown }: { shown: ShownTrip }) {
  const { trip, details } = shown;
  return (
    <article class="voucher" lang="fr" aria-labelledby="voucher-title">
      <h2 id="voucher-title">
        <Bilingual text="title" />
      </h2>
      {trip.status === 'CANCELLED' && (
        <p class="voucher-cancelled">
          <Bilingual text="cancelled" />
        </p>
      )}
      <Lines title={isBookedThroughOwner(shown) ? 'driver' : 'operator'} lines={operatorLines(operatorOf(details))} />
      {isBookedThroughOwner(shown) && <Lines title="bookedThrough" lines={contractorLines(details.owner)} />}
      <Lines title="rider" lines={riderLines(shown)} />
      <Lines title="booking" lines={bookingLines(shown)} />
      <p class="voucher-law">
        <Bilingual text="law" />
      </p>
    </article>
  );
}

function operatorLines(operator: Party | null): Line[] {
  if (!operator) return [{ title: 'legalName', value: <Missing text="noDriver" /> }];
  const hasContact = operator.address || operator.phone;
  return [
    { title: 'legalName', value: operator.legalName },
    { title: 'registrationNumber', value: operator.registrationNumber },
    { title: 'siren', value: operator.siren },
    ...(operator.address || !hasContact ? [{ title: 'address' as const, value: operator.address }] : []),
    ...(operator.phone || !hasContact ? [{ title: 'phone' as const, value: operator.phone }] : []),
  ];
}

/** What they filled in: not every contractor is in a register. */
function contractorLines({ name, legalName, registrationNumber, siren, phone, address }: Party): Line[] {
  const lines: Line[] = [
    { title: 'legalName', value: legalName ?? name },
    { title: 'registrationNumber', value: registrationNumber },
    { title: 'siren', value: siren },
    { title: 'address', value: address },
    { title: 'phone', value: phone },
  ];
  return lines.filter(({ value }) => value);
}

function riderLines({ details: { rider } }: ShownTrip): Line[] {
  return [
    { title: 'riderName', value: orErased(`${rider.firstName} ${rider.lastName}`.trim(), 'fr') },
    { title: 'riderPhone', value: rider.phone },
    ...(rider.companyName ? [{ title: 'company' as const, value: rider.companyName }] : []),
  ];
}

function bookingLines({ trip, details: { vehicle } }: ShownTrip): Line[] {
  const minutes = agreedMinutes(trip);
  return [
    { title: 'pickupAt', value: <Moment at={new Date(trip.scheduledPickupTime)} language="fr" /> },
    { title: 'pickup', value: orErased(trip.pickupAddress.address, 'fr') },
    { title: 'destination', value: orErased(trip.destinationAddress.address, 'fr') },
    { title: 'bookedAt', value: <Moment at={new Date(trip.createdAt)} language="fr" /> },
    { title: 'kind', value: <Bilingual text={trip.tripType} /> },
    ...(minutes !== null ? [{ title: 'duration' as const, value: durationText(minutes) }] : []),
    { title: 'passengers', value: String(trip.paxNumber) },
    ...(vehicle ? [{ title: 'vehicle' as const, value: vehicleText(vehicle) }] : []),
    { title: trip.vatRate === 0 ? 'exemptPrice' : 'price', value: moneyText(centsFromEuros(trip.price), 'fr') },
    { title: 'reference', value: trip.reference },
    { title: 'number', value: trip._id },
  ];
}
