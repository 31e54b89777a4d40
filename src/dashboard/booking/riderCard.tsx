import type { KeptRider } from '../../catalogue/riderStore.ts';
import { describedBy, Field, type FieldProperties } from '../../web/components/form.tsx';
import { Card } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { RIDER_TEXTS, type RiderText } from '../riders/riderDraft.ts';
import { contactLine, fullName } from '../riders/riderName.ts';
import type { Faults } from '../textBounds.ts';
import { bookingWords } from '../words/booking.ts';
import { ridersWords } from '../words/riders.ts';
import { type BookingDraft, NEW_RIDER } from './bookingDraft.ts';

export const MAX_SEARCH = 200;

/** The riders that were found, with the chosen one. */
export interface FoundRiders {
  riders: readonly KeptRider[];
  isNobodyFound: boolean;
  /** Whether the page shows what was just searched for, for keyboards to go on there. */
  isNewSearch: boolean;
}

interface RiderCardProperties {
  language: Language;
  draft: BookingDraft;
  search: string;
  riders: FoundRiders;
  faults: Faults;
  /** Whether a rider is what the form needs next. */
  isNext: boolean;
}

/** An existing rider, or the details of a new one. */
export function RiderCard({ language, draft, search, riders, faults, isNext }: RiderCardProperties) {
  const words = bookingWords[language];
  const error = faults.get('rider');
  return (
    <Card title={words.rider}>
      <div class="search">
        <Field
          name="riderSearch"
          type="search"
          label={words.findRider}
          value={search}
          maxLength={MAX_SEARCH}
          autocomplete="off"
          autofocus={isNext || error !== undefined || (riders.isNewSearch && riders.isNobodyFound)}
        />
        <input type="hidden" name="shownSearch" value={search} />
        <button type="submit" class="button plain" formnovalidate data-live-button>
          {words.find}
        </button>
      </div>
      <fieldset class="plain-group" aria-describedby={describedBy('rider', error, undefined)}>
        <legend>{words.whoTravels}</legend>
        <div id="riders" aria-live="polite">
          <RiderChoices language={language} chosen={draft.rider} riders={riders} />
        </div>
        {error && (
          <p class="field-error" id="rider-error">
            {error}
          </p>
        )}
      </fieldset>
      <NewRider language={language} draft={draft} faults={faults} />
    </Card>
  );
}

function RiderChoices({ language, chosen, riders }: { language: Language; chosen: string; riders: FoundRiders }) {
  const words = bookingWords[language];
  const isFound = riders.riders.some(({ clientId }) => clientId === chosen);
  const first = riders.isNewSearch ? riders.riders.find(({ clientId }) => clientId !== chosen) : undefined;
  return (
    <>
      {riders.riders.map((rider) => (
        <label key={rider.clientId} class="check">
          <input
            type="radio"
            name="rider"
            value={rider.clientId}
            checked={rider.clientId === chosen}
            autofocus={rider === first}
          />
          <span>
            {fullName(rider, language)} <span class="hint">{contactLine(rider)}</span>
          </span>
        </label>
      ))}
      {riders.isNobodyFound && <p class="hint">{words.nobodyFound}</p>}
      <label class="check">
        <input type="radio" name="rider" value={NEW_RIDER} checked={!isFound} />
        {words.newRider}
      </label>
    </>
  );
}

/** Hidden by the stylesheet while an existing rider is chosen. */
function NewRider({ language, draft, faults }: Pick<RiderCardProperties, 'language' | 'draft' | 'faults'>) {
  const words = ridersWords[language];
  const text = (member: RiderText, rest: Partial<FieldProperties> = {}) => (
    <Field
      name={member}
      label={words[member]}
      value={draft.newRider[member]}
      error={faults.get(member)}
      maxLength={RIDER_TEXTS[member].max}
      autocomplete="off"
      {...rest}
    />
  );
  return (
    <div class="new-rider stack" data-still>
      <div class="pair">
        {text('firstName')}
        {text('lastName')}
        {text('phone', { type: 'tel', minLength: RIDER_TEXTS.phone.min })}
        {text('email', { type: 'email' })}
        {text('companyName')}
      </div>
      <p class="hint">{words.contactHint}</p>
    </div>
  );
}
