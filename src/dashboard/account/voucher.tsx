import type { FastifyInstance } from 'fastify';
import { findVoucherDetailsForUpdate, saveVoucherDetails, type VoucherDetails } from '../../accounts/voucherStore.ts';
import { VOUCHER_BOUNDS } from '../../contract/values.ts';
import { Button, Field, TextArea } from '../../web/components/form.tsx';
import { Card } from '../../web/components/notice.tsx';
import type { Form } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { noteOf } from '../actions.ts';
import { OwnersForm } from '../components/form.tsx';
import { ReadOnlyFacts, ReadOnlyHint } from '../components/readOnly.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { FilledFields, readEdited } from '../filledFields.tsx';
import { formOf } from '../formGate.ts';
import { accountIdOf, type OwnersPage } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { lengthFault } from '../textBounds.ts';
import { isFaultyPhone } from '../typedPhone.ts';
import { readText } from '../typedText.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { accountWords } from '../words/account.ts';
import { ridersWords } from '../words/riders.ts';
import type { SendAccount } from './accountPage.tsx';

/** Nine digits, together or in groups of three. */
const SIREN = /^\d{3} ?\d{3} ?\d{3}$/;
/** Of a registration number, nothing more is certain: contractors may be in other registers than that of VTC operators. */
const HAS_NO_DIGIT = /^\D+$/;
const FIELDS = Object.keys(VOUCHER_BOUNDS) as (keyof VoucherDetails)[];

type Texts = Record<keyof VoucherDetails, string>;
type Faults = Partial<Texts>;

/** What was submitted, and what is wrong with it. */
export interface VoucherAttempt {
  /** What the account had then. */
  current: Texts;
  texts: Texts;
  faults: Faults;
}

export const voucherTexts = (details: VoucherDetails | undefined): Texts => textsBy((name) => details?.[name] ?? '');

const textsBy = (read: (name: keyof VoucherDetails) => string): Texts => ({
  legalName: read('legalName'),
  registrationNumber: read('registrationNumber'),
  siren: read('siren'),
  address: read('address'),
  phone: read('phone'),
});

export function voucherRoute(app: FastifyInstance, { database }: DashboardDependencies, send: SendAccount): void {
  app.post('/account/voucher', allow('ACCOUNT'), async (request, reply) => {
    const { language } = visitOf(request);
    const words = accountWords[language];
    const accountId = accountIdOf(request);
    const orNull = (text: string) => (text === '' ? null : text);
    const refused = await database.transaction(async (client) => {
      const current = voucherTexts(await findVoucherDetailsForUpdate(client, accountId));
      const { draft: texts, conflicts } = readEdited(formOf(request), { read: textsIn, current, language });
      const faults = { ...faultsIn(texts, language), ...Object.fromEntries(conflicts) };
      if (Object.keys(faults).length > 0) return { current, texts, faults };
      await saveVoucherDetails(client, accountId, {
        legalName: orNull(texts.legalName),
        registrationNumber: orNull(texts.registrationNumber),
        siren: orNull(texts.siren),
        address: orNull(texts.address),
        phone: orNull(texts.phone),
      });
      await noteOf(request)(client, 'BUSINESS_DETAILS_CHANGED');
      return undefined;
    });
    if (refused) return send(request, reply.code(422), { voucher: refused });
    return redirectWithNotice(request, reply, '/app/account', words.saved);
  });
}

const textsIn = (form: Form): Texts => textsBy((name) => readText(form, name));

function faultsIn(texts: Texts, language: Language): Faults {
  const words = accountWords[language];
  const tooLong = FIELDS.flatMap((name) => {
    const fault = lengthFault(texts[name], VOUCHER_BOUNDS[name], language);
    return fault === undefined ? [] : [[name, fault] as const];
  });
  const sirenFault = texts.siren !== '' && sirenFaultIn(texts.siren);
  return {
    ...(HAS_NO_DIGIT.test(texts.registrationNumber) ? { registrationNumber: words.notRegistration } : {}),
    ...(sirenFault ? { siren: words[sirenFault] } : {}),
    ...(isFaultyPhone(texts.phone) ? { phone: ridersWords[language].phoneFault } : {}),
    ...Object.fromEntries(tooLong),
  };
}

function sirenFaultIn(text: string): 'notSiren' | 'wrongSiren' | undefined {
  if (!SIREN.test(text)) return 'notSiren';
  return isLuhnValid(text.replaceAll(' ', '')) ? undefined : 'wrongSiren';
}

/** By Luhn's formula: every second digit from the right is doubled, and the digits of it all add up to a multiple of ten. */
function isLuhnValid(digits: string): boolean {
  const parts = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  const sum = parts.reduce((sum, part) => sum + (part > 9 ? part - 9 : part), 0);
  return sum % 10 === 0;
}

interface VoucherCardProperties {
  page: OwnersPage;
  current: Texts;
  texts?: Texts;
  faults?: Faults;
}

export function VoucherCard({ page, current, texts = current, faults = {} }: VoucherCardProperties) {
  const words = accountWords[page.language];
  const isRefused = Object.keys(faults).length > 0;
  const shared = (name: keyof VoucherDetails) => ({
    name,
    label: words[name],
    value: texts[name].slice(0, VOUCHER_BOUNDS[name].max),
    error: faults[name],
    maxLength: VOUCHER_BOUNDS[name].max,
  });
  if (!page.may('ACCOUNT'))
    return (
      <Card title={words.voucher} class="settings">
        <p class="hint">{words.voucherText}</p>
        <div class="stack">
          <ReadOnlyHint page={page} permission="ACCOUNT" />
          <ReadOnlyFacts
            facts={FIELDS.map((name) => ({ title: words[name], value: texts[name] }))}
            language={page.language}
          />
        </div>
      </Card>
    );
  return (
    <Card title={words.voucher} class="settings">
      <p class="hint">
        {words.voucherText} {words.voucherHint}
      </p>
      <OwnersForm page={page} action="/app/account/voucher" hasChanges={isRefused}>
        <FilledFields current={current} />
        <Field {...shared('legalName')} />
        <Field {...shared('registrationNumber')} hint={words.registrationHint} autocomplete="off" />
        <Field {...shared('siren')} hint={words.sirenHint} inputmode="numeric" autocomplete="off" />
        <TextArea {...shared('address')} />
        <Field {...shared('phone')} type="tel" />
        <div class="buttons">
          <Button>{words.save}</Button>
        </div>
      </OwnersForm>
    </Card>
  );
}
