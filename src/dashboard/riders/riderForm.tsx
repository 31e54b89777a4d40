import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findSameContact, type SameContact } from '../../catalogue/riderContact.ts';
import {
  type DatedRider,
  findRider,
  findRiderForUpdate,
  insertRider,
  updateRider,
} from '../../catalogue/riderStore.ts';
import { RIDER_TYPES } from '../../contract/values.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../identifiers.ts';
import { Field, type FieldProperties, Select } from '../../web/components/form.tsx';
import { dateText, numberText } from '../../web/components/moment.tsx';
import { Card, Notice } from '../../web/components/notice.tsx';
import { sendPage } from '../../web/document.tsx';
import type { Language } from '../../web/language.ts';
import { noteOf } from '../actions.ts';
import { ReadOnlyFacts } from '../components/readOnly.tsx';
import { IdentifierHint, RecordPage } from '../components/recordPage.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { FilledFields, readEdited } from '../filledFields.tsx';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { recordRoutes } from '../recordRoutes.ts';
import type { Faults } from '../textBounds.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { riderDataWords } from '../words/riderData.ts';
import { ridersWords } from '../words/riders.ts';
import { RiderDataCard } from './riderData.tsx';
import {
  checkRider,
  RIDER_TEXTS,
  type RiderDraft,
  type RiderText,
  readRiderDraft,
  riderDraftOf,
} from './riderDraft.ts';
import { fullName } from './riderName.ts';
import { type PageOfTrips, RidersTrips, readRidersTrips } from './ridersTrips.tsx';
import { RIDERS_PATH } from './riderTable.tsx';
import { newRiderNotice, SameContactCard } from './sameContact.tsx';

export function riderFormRoutes(app: FastifyInstance, { database, clock }: DashboardDependencies): void {
  const readRelated = async (request: FastifyRequest, rider: DatedRider): Promise<Related> => {
    const [trips, others] = await Promise.all([
      readRidersTrips(database, request, rider),
      findSameContact(database, rider),
    ]);
    return { trips, others };
  };

  const show = async (request: FastifyRequest, reply: FastifyReply, rider?: DatedRider) => {
    const related = rider && (await readRelated(request, rider));
    const isPastEnd = related !== undefined && related.trips.page > related.trips.pages;
    return sendPage(
      reply.code(isPastEnd ? 404 : 200),
      <RiderPage page={ownersPageFor(request, reply)} rider={rider} draft={riderDraftOf(rider)} related={related} />,
    );
  };

  /** Saves what was typed unless it has faults or the rider is erased. */
  const save = (request: FastifyRequest, found: DatedRider | undefined) =>
    database.transaction(async (client) => {
      const rider = found && (await findRiderForUpdate(client, found.accountId, found.clientId));
      const { language } = visitOf(request);
      const { draft, conflicts } = readEdited(formOf(request), {
        ...{ read: readRiderDraft, current: riderDraftOf(rider), language },
        shownAs: (name, text) => (name === 'type' ? typeName(text, language) : text),
      });
      const checked = checkRider(draft, language, rider);
      const faults = new Map([...checked.faults, ...conflicts]);
      const saved = { accountId: accountIdOf(request), clientId: found?.clientId ?? newId(), ...checked.details };
      const attempt = { rider, draft, faults, saved };
      if (rider?.erasedAt || faults.size > 0) return attempt;
      if (!found) {
        await insertRider(client, saved, clock());
        return attempt;
      }
      if (!(await updateRider(client, saved))) throw new ApiError('NOT_FOUND');
      await noteOf(request)(client, 'RIDER_CHANGED', { riderId: saved.clientId });
      return attempt;
    });

  const take = async (request: FastifyRequest, reply: FastifyReply, found?: DatedRider) => {
    const { rider, draft, faults, saved } = await save(request, found);
    const { language } = visitOf(request);
    if (rider?.erasedAt) {
      const notice = { kind: 'bad', text: riderDataWords[language].isErased } as const;
      return redirectWithNotice(request, reply, `${RIDERS_PATH}/${rider.clientId}`, notice);
    }
    if (faults.size > 0) {
      const page = ownersPageFor(request, reply);
      const related = rider && (await readRelated(request, rider));
      return sendPage(reply.code(422), <RiderPage {...{ page, rider, draft, faults, related }} />);
    }
    const words = ridersWords[language];
    const name = fullName(saved, language);
    const notice = rider ? words.saved(name) : await newRiderNotice(database, saved, words.added(name), language);
    return redirectWithNotice(request, reply, RIDERS_PATH, notice);
  };
  const find = (accountId: string, id: string) => findRider(database, accountId, id);
  recordRoutes(app, '/riders', { find, show, take, permission: 'RIDERS' });
}

/** What belongs to a rider beside their details. */
interface Related {
  trips: PageOfTrips;
  others: SameContact;
}

interface RiderPageProperties {
  page: OwnersPage;
  rider: DatedRider | undefined;
  draft: RiderDraft;
  faults?: Faults;
  /** Undefined for a new rider. */
  related: Related | undefined;
}

const NO_FAULTS: Faults = new Map();

function RiderPage({ page, rider, draft, faults = NO_FAULTS, related }: RiderPageProperties) {
  const words = ridersWords[page.language];
  const title = rider ? fullName(rider, page.language) : words.newTitle;
  const action = `${RIDERS_PATH}/${rider?.clientId ?? 'new'}`;
  const text = (member: RiderText, rest: Partial<FieldProperties> = {}) => (
    <Field
      name={member}
      label={words[member]}
      value={draft[member]}
      error={faults.get(member)}
      maxLength={RIDER_TEXTS[member].max}
      autocomplete="off"
      {...rest}
    />
  );
  const identifier = rider && <IdentifierHint title={words.riderId} id={rider.clientId} />;
  return (
    <RecordPage
      {...{ page, title, action, list: RIDERS_PATH }}
      section="riders"
      permission="RIDERS"
      isClosed={Boolean(rider?.erasedAt)}
      readOnly={
        rider?.erasedAt ? (
          identifier
        ) : (
          <Card title={words.contact}>
            <ReadOnlyFacts facts={factsOf(draft, page.language)} language={page.language} />
            {identifier}
          </Card>
        )
      }
      notice={
        rider?.erasedAt && (
          <Notice kind="plain">
            {riderDataWords[page.language].erasedOn} {dateText(rider.erasedAt, page.language)}.
          </Notice>
        )
      }
      isRefused={faults.size > 0}
      below={
        <>
          {rider && related && (
            <RidersTrips
              page={page}
              trips={related.trips}
              path={action}
              riderId={rider.erasedAt ? undefined : rider.clientId}
            />
          )}
          {related && <SameContactCard language={page.language} others={related.others} />}
          {rider && page.may('PRIVACY') && <RiderDataCard page={page} rider={rider} />}
        </>
      }
    >
      {rider && <FilledFields current={riderDraftOf(rider)} />}
      <Card title={words.contact}>
        <div class="pair">
          {text('firstName', { isRequired: true })}
          {text('lastName', { isRequired: true })}
          {text('phone', { type: 'tel', minLength: RIDER_TEXTS.phone.min })}
          {text('email', { type: 'email' })}
        </div>
        <p class="hint">{words.contactHint}</p>
        {related && <p class="hint">{appliesTo(related.trips, page.language)}</p>}
        {identifier}
      </Card>
      <Card title={words.billing}>
        <div class="pair">
          <Select
            name="type"
            label={words.type}
            value={draft.type}
            error={faults.get('type')}
            choices={typeChoices(page.language)}
          />
          {text('companyName')}
        </div>
        {text('address')}
        <div class="pair">
          {text('postalCode')}
          {text('city')}
          {text('country')}
        </div>
      </Card>
    </RecordPage>
  );
}

/** The number only if it is known: trips that are not indexed yet are not counted. */
function appliesTo({ total, isComplete }: PageOfTrips, language: Language): string {
  const words = ridersWords[language];
  const which = isComplete && total > 0 ? words.appliesToTrips(total, numberText(total, language)) : words.appliesToAll;
  return `${which} ${words.moveTrip}`;
}

function factsOf({ type, ...texts }: RiderDraft, language: Language) {
  const words = ridersWords[language];
  const facts = Object.entries(texts).map(([member, value]) => ({
    title: words[member as RiderText],
    value,
    isLong: member === 'email' || member === 'address',
  }));
  return [...facts, { title: words.type, value: typeName(type, language) }];
}

const typeName = (type: string, language: Language): string =>
  typeChoices(language).find(({ value }) => value === type)?.label ?? '';

function typeChoices(language: Language) {
  const words = ridersWords[language];
  return [{ value: '', label: words.noType }, ...RIDER_TYPES.map((value) => ({ value, label: words[value] }))];
}
