import { emailOf } from '../../catalogue/riderContact.ts';
import { centsFromEuros } from '../../money/cents.ts';
import { hasExactPoints } from '../../trips/exactPoints.ts';
import type { TripUpdate } from '../../trips/updateTrip.ts';
import { durationText, Moment, moneyText, numberText } from '../../web/components/moment.tsx';
import { Card, type Fact, Facts } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { EmailText } from '../components/emailText.tsx';
import { RefreshStatus } from '../components/refreshed.tsx';
import { agreedMinutes } from '../pricing/hireHours.tsx';
import { fullName, isErased, orErased } from '../riders/riderName.ts';
import { RIDERS_PATH } from '../riders/riderTable.tsx';
import { dialled } from '../typedPhone.ts';
import { ridesWords } from '../words/rides.ts';
import { tripsWords } from '../words/trips.ts';
import { StatusBadge } from './statusBadge.tsx';
import type { ShownTrip } from './tripReader.ts';

interface TripCardProperties {
  shown: ShownTrip;
  language: Language;
}

export function RideCard({
  shown: { trip, details },
  language,
  canNavigate,
}: TripCardProperties & { canNavigate: boolean }) {
  const words = tripsWords[language];
  const { vehicle } = details;
  const { estimatedDistanceKm: km, estimatedDurationMinutes: minutes } = trip;
  return (
    <Card title={words.ride}>
      <p class="hint">
        <RefreshStatus language={language} />
      </p>
      <Route {...{ trip, language, canNavigate }} />
      <Facts
        facts={given([
          { title: words.reference, value: trip.reference },
          { title: words.externalReference, value: trip.externalReference },
          { title: words.pickupTime, value: <Moment at={new Date(trip.scheduledPickupTime)} language={language} /> },
          { title: words.bookedAt, value: <Moment at={new Date(trip.createdAt)} language={language} /> },
          { title: words.tripType, value: words[trip.tripType] },
          { title: words.passengers, value: numberText(trip.paxNumber, language) },
          { title: words.distance, value: km === null ? null : `${numberText(km, language)} km` },
          {
            title: agreedMinutes(trip) === null ? words.duration : words.hireDuration,
            value: minutes === null ? null : durationText(minutes),
          },
          {
            title: words.vehicle,
            value: vehicle ? <VehicleName vehicle={vehicle} /> : <span class="hint">{words.noVehicle}</span>,
          },
          { title: words.tier, value: details.serviceTierName },
          { title: words.scheme, value: details.pricingSchemeName },
          { title: words.note, value: trip.note && <span class="as-written">{trip.note}</span> },
        ])}
      />
    </Card>
  );
}

interface RouteProperties {
  trip: Pick<ShownTrip['trip'], 'pickupAddress' | 'destinationAddress' | 'statusHistory'>;
  language: Language;
  /** Whether links open the addresses for navigation in the phone's maps. */
  canNavigate: boolean;
}

export function Route({ trip, ...rest }: RouteProperties) {
  const stop = { isExact: hasExactPoints(trip.statusHistory[0]?.changedBy), ...rest };
  return (
    <dl class="route">
      <Stop title={tripsWords[rest.language].pickup} place={trip.pickupAddress} {...stop} />
      <Stop title={tripsWords[rest.language].destination} place={trip.destinationAddress} {...stop} />
    </dl>
  );
}

interface StopProperties extends Omit<RouteProperties, 'trip'> {
  title: string;
  place: { address: string; lat: number; lng: number };
  /** Whether the coordinates say where the address is. If not, the phone's maps look for the address. */
  isExact: boolean;
}

function Stop({ title, place: { address, lat, lng }, isExact, language, canNavigate }: StopProperties) {
  const destination = isExact ? `${lat},${lng}` : encodeURIComponent(address);
  const href = `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {orErased(address, language)}
        {canNavigate && !isErased(address) && (
          <div>
            <a class="button plain small" href={href} rel="noreferrer" target="_blank">
              {ridesWords[language].navigate} <span class="unseen">{title}</span>
            </a>
          </div>
        )}
      </dd>
    </div>
  );
}

/** What people can change of a trip, but for the time. */
export function ChangeableFacts({ shown: { trip, details }, language }: TripCardProperties) {
  const words = tripsWords[language];
  const { vehicle, executor } = details;
  const hireMinutes = agreedMinutes(trip);
  const updatable: Record<Exclude<keyof TripUpdate, 'scheduledAt'>, Fact> = {
    estimatedDurationMinutes: { title: words.hireDuration, value: hireMinutes && durationText(hireMinutes) },
    vehicleId: { title: words.vehicle, value: vehicle ? <VehicleName vehicle={vehicle} /> : words.noVehicle },
    paxNumber: { title: words.passengers, value: numberText(trip.paxNumber, language) },
    priceCents: { title: words.priceWithVat, value: moneyText(centsFromEuros(trip.price), language) },
    note: { title: words.note, value: trip.note && <span class="as-written">{trip.note}</span> },
  };
  return (
    <Facts
      facts={given([
        { title: words.status, value: <StatusBadge status={trip.status} language={language} /> },
        { title: words.driver, value: executor?.name ?? words.unassigned },
        ...Object.values(updatable),
      ])}
    />
  );
}

/** Members missing from the booking are not shown. */
const given = (facts: readonly Fact[]): Fact[] => facts.filter(({ value }) => value);

export function PriceCard({ shown: { trip }, language }: TripCardProperties) {
  const words = tripsWords[language];
  const money = (euros: number) => moneyText(centsFromEuros(euros), language);
  return (
    <Card title={words.money}>
      <Facts
        facts={[
          { title: words.priceWithVat, value: money(trip.price) },
          { title: words.priceBeforeVat, value: money(trip.priceHT) },
          { title: words.vat(trip.vatRate), value: money(trip.vatAmount) },
          { title: words.paid, value: trip.isPaid ? words.yes : words.no },
        ]}
      />
    </Card>
  );
}

export function RiderCard({ shown: { trip, details }, language }: TripCardProperties) {
  const words = tripsWords[language];
  const { rider } = details;
  const email = emailOf(rider);
  const place = [rider.address, [rider.postalCode, rider.city].filter(Boolean).join(' '), rider.country];
  const missing = <span class="hint">{words.notGiven}</span>;
  const reached = [
    { title: words.name, value: <a href={`${RIDERS_PATH}/${trip.clientId}`}>{fullName(rider, language)}</a> },
    { title: words.phone, value: rider.phone ? <PhoneLink phone={rider.phone} /> : missing },
    {
      title: words.email,
      isLong: true,
      value: email ? (
        <a href={`mailto:${encodeURIComponent(email)}`}>
          <EmailText text={email} />
        </a>
      ) : (
        missing
      ),
    },
  ];
  const known = [
    { title: words.company, value: rider.companyName },
    { title: words.riderType, value: rider.type && words[rider.type] },
    { title: words.address, value: place.filter(Boolean).join(', ') },
  ];
  return (
    <Card title={words.rider}>
      <Facts facts={[...reached, ...given(known)]} />
    </Card>
  );
}

/** Partners send phone numbers as they like: a text without digits is no link. */
export function PhoneLink({ phone }: { phone: string }) {
  const number = dialled(phone).replace(/[^\d+]/g, '');
  return /\d/.test(number) ? <a href={`tel:${number}`}>{phone}</a> : phone;
}

export const vehicleText = ({ name, plate }: { name: string; plate: string | null }): string =>
  [name, plate].filter(Boolean).join(', ');

/** A plate does not break at its hyphens. */
export const VehicleName = ({ vehicle: { name, plate } }: { vehicle: { name: string; plate: string | null } }) => (
  <>
    {name}
    {plate && (
      <>
        {', '}
        <span class="nowrap">{plate}</span>
      </>
    )}
  </>
);

/** For integrators. */
export function IdentifiersCard({ shown: { trip }, language }: TripCardProperties) {
  const words = tripsWords[language];
  const { pickupAddress, destinationAddress } = trip;
  const ids = [
    { title: words.tripId, value: trip._id },
    { title: words.ownerId, value: trip.userId },
    { title: words.executorId, value: trip.executorId },
    { title: words.clientId, value: trip.clientId },
    { title: words.vehicleId, value: trip.vehicleId },
    { title: words.serviceTierId, value: trip.serviceTierId },
    { title: words.pricingSchemeId, value: trip.pricingSchemeId },
    { title: words.pickupPoint, value: `${pickupAddress.lat}, ${pickupAddress.lng}` },
    { title: words.destinationPoint, value: `${destinationAddress.lat}, ${destinationAddress.lng}` },
  ];
  return (
    <Card>
      <details class="more">
        <summary>{words.identifiers}</summary>
        <Facts
          facts={ids.map(({ title, value }) => ({
            title,
            value: <code>{value ?? words.notGiven}</code>,
            isLong: true,
          }))}
        />
      </details>
    </Card>
  );
}
