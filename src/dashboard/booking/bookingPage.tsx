import type { Trip } from '../../contract/trip.ts';
import { QUOTE_ADDRESS, TRIP_BOUNDS } from '../../contract/values.ts';
import { centsFromEuros } from '../../money/cents.ts';
import { TRIP_TYPES } from '../../money/vat.ts';
import { isCentre } from '../../places/place.ts';
import { Field, type FieldProperties, LinkButton, Select, TextArea } from '../../web/components/form.tsx';
import { moneyText } from '../../web/components/moment.tsx';
import { Badge, Card, Notice } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { OwnersForm } from '../components/form.tsx';
import { Layout } from '../components/layout.tsx';
import { WhichTime } from '../components/whichTime.tsx';
import type { OwnersPage } from '../page.ts';
import { HireHours } from '../pricing/hireHours.tsx';
import { QuoteAnswer } from '../pricing/quotePanel.tsx';
import { OverlapLinks, type OverlappingTrip } from '../rides/overlapLinks.tsx';
import type { Faults } from '../textBounds.ts';
import { TRIPS_PATH } from '../trips/filter.ts';
import { vehicleChoices } from '../trips/tripFields.ts';
import { TYPED_EUROS_LENGTH } from '../typedEuros.ts';
import { bookingWords } from '../words/booking.ts';
import { layoutWords } from '../words/layout.ts';
import { quoteWords } from '../words/quotePanel.ts';
import { ridesWords } from '../words/rides.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { tripsWords } from '../words/trips.ts';
import type { BookingDraft, BookingForm } from './bookingDraft.ts';
import { type BookingChoices, centsShown, rideShown } from './bookingRequest.ts';
import type { NextField } from './nextField.ts';
import { type FoundRiders, RiderCard } from './riderCard.tsx';
import type { FoundAddress, Understood } from './understanding.ts';

export const BOOKING_PATH = `${TRIPS_PATH}/new`;
const PLACES_PATH = '/app/places';

interface BookingPageProperties {
  page: OwnersPage;
  form: BookingForm;
  /** The trip that the form was copied from. */
  copied: Trip | undefined;
  hasChanges: boolean;
  choices: BookingChoices;
  riders: FoundRiders;
  /** What the driver whose account it is drives at this time. */
  overlapping: readonly OverlappingTrip[];
  understood: Understood;
  faults: Faults;
  /** Why nothing was booked. */
  problem: string | undefined;
  /** What gets the focus, unless a field has a fault or riders were found. */
  next: NextField | undefined;
}

/** What the response replaces while the user types. */
const LIVE = '#quote, #riders, #pickup-found, #dropoff-found, #at-found, #which-time';

export function BookingPage(properties: BookingPageProperties) {
  const { page, form, hasChanges, problem } = properties;
  const { language } = page;
  const words = bookingWords[language];
  return (
    <Layout
      page={page}
      section="trips"
      title={form.isReturn ? words.returnTrip : words.title}
      back={{ href: TRIPS_PATH, title: tripsWords[language].back }}
    >
      {problem && <Notice kind="bad">{problem}</Notice>}
      <OwnersForm page={page} action={BOOKING_PATH} class="beside booking" hasChanges={hasChanges} data-live={LIVE}>
        {/* The first button is the one that Enter presses: it must not book. */}
        <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" formnovalidate data-live-button>
          {quoteWords[language].calculate}
        </button>
        <input type="hidden" name="key" value={form.key} />
        <input type="hidden" name="copiedFrom" value={form.copiedFrom} />
        {form.isReturn && <input type="hidden" name="isReturn" value="yes" />}
        <div class="stack">
          <RouteCard {...properties} />
          <RiderCard
            language={language}
            draft={form.draft}
            search={form.riderSearch}
            riders={properties.riders}
            faults={properties.faults}
            isNext={properties.next === 'riderSearch'}
          />
          <RideCard {...properties} />
        </div>
        <PriceCard {...properties} />
      </OwnersForm>
    </Layout>
  );
}

const EXAMPLES = { pickup: 'Gare de Lyon, Paris', dropoff: 'Aéroport CDG Terminal 2E' };

function RouteCard(properties: BookingPageProperties) {
  const { page, form, understood, overlapping, faults, next } = properties;
  const { language } = page;
  const { draft } = form;
  const words = bookingWords[language];
  return (
    <Card title={words.route}>
      {(['pickup', 'dropoff'] as const).map((name) => (
        <div key={name} class="place-field">
          <Field
            name={name}
            label={words[name]}
            value={draft[name]}
            error={faults.get(name)}
            placeholder={EXAMPLES[name]}
            maxLength={QUOTE_ADDRESS.max}
            autocomplete="off"
            data-suggest={PLACES_PATH}
            data-found={`#${name}-found`}
            autofocus={next === name}
            isRequired
          />
          <div id={`${name}-found`} class="found" aria-live="polite" data-failed="">
            <Found
              name={name}
              found={understood[name]}
              isMarked={faults.has(name)}
              isNext={next === `${name}-nearest`}
              language={language}
            />
          </div>
        </div>
      ))}
      <div class="pair">
        <Field
          name="at"
          label={tripChangeWords[language].pickupTime}
          type="datetime-local"
          value={draft.at}
          error={faults.get('at')}
          autofocus={next === 'at'}
          isRequired
        />
        <Select
          name="tripType"
          label={words.tripType}
          value={draft.tripType}
          choices={TRIP_TYPES.map((value) => ({ value, label: tripsWords[language][value] }))}
        />
      </div>
      <HireHours
        name="hireHours"
        value={draft.hireHours}
        error={faults.get('hireHours')}
        isNext={next === 'hireHours'}
        language={language}
      />
      <WhichTime {...{ at: draft.at, which: draft.which, error: faults.get('which'), language }} />
      <div id="at-found" class="found" aria-live="polite" data-failed="">
        {overlapping.length > 0 && (
          <p class="hint">
            <Badge kind="warn">{ridesWords[language].overlaps}</Badge>{' '}
            {ridesWords[language].overlap(overlapping.length)}
          </p>
        )}
        <OverlapLinks trips={overlapping} language={language} target="_blank" />
      </div>
    </Card>
  );
}

interface FoundProperties {
  name: 'pickup' | 'dropoff';
  found: FoundAddress;
  /** Whether the field already shows what is wrong. */
  isMarked: boolean;
  /** Whether the first address that is offered gets the focus. */
  isNext: boolean;
  language: Language;
}

/** More would hide the rest of the form. */
const MAX_NEAREST = 3;

function Found({ name, found, isMarked, isNext, language }: FoundProperties) {
  const words = bookingWords[language];
  if ('place' in found) {
    return (
      <p class="hint">
        {found.isCopied ? words.copied : words.understood(found.place.label)}{' '}
        {isCentre(found.place) && words.centreOnly}
        {found.place.isLongStreet && words.middleOnly}
        {found.place.isPartial && words.partOnly}
      </p>
    );
  }
  if (found.isEmpty) return null;
  return (
    <>
      {!isMarked && <p class="hint unfound">{found.fault}</p>}
      {found.nearest.length > 0 && (
        <div class="nearest unfound">
          <span class="hint">{words.didYouMean}</span>
          {found.nearest.slice(0, MAX_NEAREST).map((address, index) => (
            <button
              key={address}
              type="submit"
              class="button plain small"
              name={`use-${name}`}
              value={address}
              autofocus={isNext && index === 0}
              formnovalidate
              data-live-button
            >
              {address}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function RideCard({ page: { language }, form: { draft }, copied, choices, faults, next }: BookingPageProperties) {
  const words = bookingWords[language];
  const wasRetired = copied?.vehicleId && !choices.vehicles.some(({ vehicleId }) => vehicleId === copied.vehicleId);
  const { min, max } = TRIP_BOUNDS.passengers;
  const text = (name: Exclude<keyof BookingDraft, 'newRider'>, rest: Omit<FieldProperties, 'name'>) => (
    <Field name={name} value={draft[name]} error={faults.get(name)} autocomplete="off" {...rest} />
  );
  const tiers = choices.tiers.map(({ serviceTierId, name }) => ({ value: serviceTierId, label: name }));
  const schemes = choices.schemes.map(({ pricingSchemeId, name }) => ({ value: pricingSchemeId, label: name }));
  return (
    <Card title={words.ride}>
      <div class="pair">
        {text('passengers', {
          label: tripsWords[language].passengers,
          ...{ type: 'number', min: String(min), max: String(max), isRequired: true },
          autofocus: next === 'passengers',
        })}
        <Select
          name="serviceTierId"
          label={words.category}
          value={draft.serviceTierId}
          error={faults.get('serviceTierId')}
          choices={[{ value: '', label: words.noCategory }, ...tiers]}
        />
        <Select
          name="vehicleId"
          label={tripsWords[language].vehicle}
          value={draft.vehicleId}
          error={faults.get('vehicleId')}
          choices={vehicleChoices(choices.vehicles, language)}
          {...(wasRetired && { hint: words.copiedVehicle })}
        />
        {(schemes.length > 1 || faults.has('pricingSchemeId')) && (
          <Select
            name="pricingSchemeId"
            label={words.scheme}
            value={draft.pricingSchemeId}
            error={faults.get('pricingSchemeId')}
            choices={[{ value: '', label: words.defaultScheme }, ...schemes]}
          />
        )}
      </div>
      <div class="stack" data-still>
        <TextArea
          name="note"
          label={tripsWords[language].note}
          hint={tripChangeWords[language].noteHint}
          value={draft.note}
          error={faults.get('note')}
          maxLength={TRIP_BOUNDS.note.max}
        />
        {text('externalReference', { label: words.externalReference, maxLength: TRIP_BOUNDS.externalReference.max })}
      </div>
    </Card>
  );
}

/** The quote, and the button that books. */
function PriceCard({ page: { language }, form: { draft }, copied, understood, faults, next }: BookingPageProperties) {
  const words = bookingWords[language];
  const copiedPrice = copied && words.copiedPrice(moneyText(centsFromEuros(copied.price), language));
  return (
    <Card title={words.quote} class="quote-panel">
      <QuoteAnswer language={language} tried={understood.tried} isForNow={draft.at === ''}>
        <input type="hidden" name="shownRide" value={rideShown(understood)} />
        <input type="hidden" name="shownCents" value={centsShown(understood)} />
      </QuoteAnswer>
      <div data-still>
        <Field
          name="price"
          label={words.price}
          hint={[words.priceHint, copiedPrice].filter(Boolean).join(' ')}
          value={draft.price}
          error={faults.get('price')}
          inputmode="decimal"
          maxLength={TYPED_EUROS_LENGTH}
          autocomplete="off"
        />
      </div>
      <div class="buttons">
        <button type="submit" class="button primary" name="do" value="book">
          {words.book}
        </button>
        <button
          type="submit"
          id="calculate"
          class="button plain"
          formnovalidate
          autofocus={next === 'calculate'}
          data-live-button
        >
          {quoteWords[language].calculate}
        </button>
        <LinkButton href={TRIPS_PATH}>{layoutWords[language].cancel}</LinkButton>
      </div>
    </Card>
  );
}
