import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  findPricingScheme,
  insertPricingScheme,
  type KeptPricingScheme,
  listPricingSchemes,
  lockPricingSchemes,
  type PricingScheme,
  retirePricingScheme,
  updatePricingScheme,
} from '../../catalogue/pricingSchemeStore.ts';
import { listServiceTiers } from '../../catalogue/serviceTierStore.ts';
import { newId } from '../../identifiers.ts';
import { MAX_WINDOWS } from '../../money/rateBounds.ts';
import { sendPage } from '../../web/document.tsx';
import { fieldOf } from '../../web/formBody.ts';
import { noteOf } from '../actions.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { accountIdOf, ownersPageFor, sessionOf } from '../page.ts';
import { recordRoutes } from '../recordRoutes.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { pricingWords } from '../words/pricing.ts';
import { newQuoteDraft, type QuoteDraft, readQuoteDraft, tryRates } from './quoteDraft.ts';
import {
  draftOf,
  filledWithOf,
  fingerprintOf,
  isOutdated,
  newDraft,
  readDraft,
  type SchemeDraft,
  withChangedWindows,
} from './schemeDraft.ts';
import { SchemePage } from './schemePage.tsx';
import { type CheckedDraft, checkDraft } from './schemeRules.ts';

/**
 * A form has one URL. Only its save button saves. Any other submission, by another button or by the page itself while
 * the user types, returns the form as it is with the resulting price.
 */
export function schemeRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  recordRoutes<KeptPricingScheme>(app, '/pricing', {
    find: (accountId, id) => findPricingScheme(dependencies.database, accountId, id),
    show: (request, reply, scheme) => show(request, reply, dependencies, scheme),
    take: (request, reply, scheme) => take(request, reply, dependencies, scheme),
    retire: (request, reply, scheme, isRetired) => retire(request, reply, dependencies, { scheme, isRetired }),
    permission: 'PRICING',
  });
}

type Handled = Promise<FastifyReply>;

async function show(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DashboardDependencies,
  scheme: KeptPricingScheme | undefined,
): Handled {
  const { language } = visitOf(request);
  const draft = scheme ? draftOf(scheme, language) : newDraft(language);
  const filledWith = scheme && fingerprintOf(scheme);
  return answer(request, reply, dependencies, { scheme, draft, filledWith, shown: 'unchecked' });
}

async function take(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DashboardDependencies,
  scheme: KeptPricingScheme | undefined,
): Handled {
  const form = formOf(request);
  const { language } = visitOf(request);
  const pressed = fieldOf(form, 'do');
  const given = readDraft(form);
  const draft = withChangedWindows(given, pressed);
  const quoteDraft = readQuoteDraft(form);
  const filledWith = filledWithOf(form);
  if (pressed !== 'save') {
    const newest = draft.windows.length > given.windows.length ? given.windows.length : undefined;
    const shown = draft === given ? 'checked' : 'unchecked';
    return answer(request, reply, dependencies, { scheme, draft, filledWith, quoteDraft, shown, newest });
  }
  const checked = checkDraft(draft, language);
  // What the form cannot show must not be lost by saving it.
  const isBeyondForm = (scheme?.windows.length ?? 0) > MAX_WINDOWS;
  if (checked.faults.size > 0 || isBeyondForm)
    return answer(request, reply.code(422), dependencies, { scheme, draft, filledWith, quoteDraft, shown: 'refused' });
  const words = pricingWords[language];
  const outcome = await save(request, draft, checked, scheme, dependencies);
  if (outcome === 'retired')
    return redirectWithNotice(request, reply, pathOf(scheme), { kind: 'bad', text: words.isRetired });
  if (outcome !== 'saved') {
    const changed = { scheme: outcome, filledWith: fingerprintOf(outcome), shown: 'outdated' } as const;
    return answer(request, reply.code(409), dependencies, { draft, quoteDraft, ...changed });
  }
  // The default stays the default until another scheme is.
  const isDefault = draft.isDefault || scheme?.isDefault;
  const done = scheme ? words.saved(checked.name) : words.added(checked.name);
  const use = isDefault ? words.usedByDefault : words.usedIfNamed;
  const schemes = await listPricingSchemes(dependencies.database, accountIdOf(request));
  const isShared = schemes.filter(({ name, retiredAt }) => name === checked.name && retiredAt === null).length > 1;
  const notice = [done, use, ...(isShared ? [words.sharedName] : [])].join(' ');
  return redirectWithNotice(request, reply, '/app/pricing', notice);
}

const pathOf = (scheme: PricingScheme | undefined) => `/app/pricing/${scheme?.pricingSchemeId ?? 'new'}`;

/** The scheme as it is now if it is no longer the one that the form was filled with; nothing is saved then. */
function save(
  request: FastifyRequest,
  { isDefault }: SchemeDraft,
  { name, table }: CheckedDraft,
  scheme: PricingScheme | undefined,
  { database, clock }: DashboardDependencies,
): Promise<'saved' | 'retired' | KeptPricingScheme> {
  const accountId = accountIdOf(request);
  const pricingSchemeId = scheme?.pricingSchemeId ?? newId();
  const saved: PricingScheme = { accountId, pricingSchemeId, name, isDefault, ...table };
  return database.transaction(async (client) => {
    if (!scheme) await insertPricingScheme(client, saved, clock());
    else {
      await lockPricingSchemes(client, accountId);
      const current = await findPricingScheme(client, accountId, pricingSchemeId);
      if (current && !current.retiredAt && isOutdated(formOf(request), current)) return current;
      if (!(await updatePricingScheme(client, saved))) return 'retired';
    }
    await noteOf(request)(client, scheme ? 'SCHEME_CHANGED' : 'SCHEME_ADDED', { pricingSchemeId, name });
    return 'saved';
  });
}

async function retire(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock }: DashboardDependencies,
  { scheme, isRetired }: { scheme: PricingScheme; isRetired: boolean },
): Handled {
  const { accountId, pricingSchemeId, name } = scheme;
  const words = pricingWords[visitOf(request).language];
  const isDone = await database.transaction(async (client) => {
    const retiredAt = isRetired ? clock() : null;
    if (!(await retirePricingScheme(client, accountId, pricingSchemeId, retiredAt))) {
      const current = await findPricingScheme(client, accountId, pricingSchemeId);
      return (current?.retiredAt != null) === isRetired; // as it is to be, by another tab
    }
    await noteOf(request)(client, isRetired ? 'SCHEME_RETIRED' : 'SCHEME_RESTORED', { pricingSchemeId, name });
    return true;
  });
  if (!isDone) return redirectWithNotice(request, reply, pathOf(scheme), { kind: 'bad', text: words.retireDefault });
  return redirectWithNotice(request, reply, '/app/pricing', isRetired ? words.retiredNow(name) : words.restored(name));
}

interface Shown {
  scheme: KeptPricingScheme | undefined;
  draft: SchemeDraft;
  /** Undefined if no price was requested yet. */
  quoteDraft?: QuoteDraft;
  /** The fingerprint of the scheme that the form was filled with. */
  filledWith: string | undefined;
  /** Where errors are shown: nowhere, beside their fields, or at the top as well. Outdated if somebody else changed the scheme. */
  shown: 'unchecked' | 'checked' | 'refused' | 'outdated';
  newest?: number | undefined;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock, limits, quote }: DashboardDependencies,
  { scheme, draft, filledWith, shown, newest, ...given }: Shown,
): Handled {
  const page = ownersPageFor(request, reply);
  const { language } = page;
  const { accountId, isVatExempt } = sessionOf(request).account;
  const checked = checkDraft(draft, language);
  const tiers = await listServiceTiers(database);
  const quoteDraft = given.quoteDraft ?? newQuoteDraft(tiers);
  const trial = { quote, limit: limits.triedRates, accountId, isVatExempt, now: clock(), language };
  const tried = await tryRates(trial, quoteDraft, checked);
  const faults = shown === 'unchecked' ? new Map<string, string>() : checked.faults;
  const hasChanges = request.method === 'POST';
  const properties = { page, scheme, draft, filledWith, faults, hasChanges, newest, quoteDraft, tiers, tried };
  return sendPage(
    reply,
    <SchemePage {...properties} isRefused={shown === 'refused'} isOutdated={shown === 'outdated'} />,
  );
}
