import type { KeptRider, RiderDetails } from '../../catalogue/riderStore.ts';
import { isEmail, RIDER_BOUNDS, RIDER_TYPES } from '../../contract/values.ts';
import type { Form } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { type Faults, lengthFault, type TextBounds } from '../textBounds.ts';
import { isFaultyPhone } from '../typedPhone.ts';
import { readText, tidyText } from '../typedText.ts';
import { ridersWords } from '../words/riders.ts';

/** The texts of a rider's form and their bounds; optional ones may be empty. */
export const RIDER_TEXTS = {
  firstName: { min: 1, ...RIDER_BOUNDS.name },
  lastName: { min: 1, ...RIDER_BOUNDS.name },
  phone: RIDER_BOUNDS.phone,
  email: RIDER_BOUNDS.email,
  companyName: RIDER_BOUNDS.companyName,
  address: RIDER_BOUNDS.address,
  postalCode: RIDER_BOUNDS.postalCode,
  city: RIDER_BOUNDS.city,
  country: RIDER_BOUNDS.country,
} as const satisfies Partial<Record<keyof RiderDetails, TextBounds>>;

export type RiderText = keyof typeof RIDER_TEXTS;
const TEXTS = Object.keys(RIDER_TEXTS) as RiderText[];

export type RiderDraft = Record<RiderText, string> & { type: string };

const REQUIRED: readonly string[] = ['firstName', 'lastName'];

const draftFrom = (textOf: (member: RiderText | 'type') => string): RiderDraft =>
  Object.fromEntries([...TEXTS, 'type' as const].map((member) => [member, textOf(member)])) as RiderDraft;

export const readRiderDraft = (form: Form): RiderDraft => draftFrom((member) => readText(form, member));

export const riderDraftOf = (rider: KeptRider | undefined): RiderDraft => draftFrom((member) => rider?.[member] ?? '');

/** The details, and what is wrong with them. A phone number that the rider already has stays as it is. */
export function checkRider(
  draft: RiderDraft,
  language: Language,
  rider?: Pick<KeptRider, 'phone'>,
): { faults: Faults; details: RiderDetails } {
  const words = ridersWords[language];
  const faults = new Map<string, string>();
  for (const text of TEXTS) {
    if (draft[text] === '' && !REQUIRED.includes(text)) continue;
    const fault = lengthFault(draft[text], RIDER_TEXTS[text], language);
    if (fault) faults.set(text, fault);
  }
  const isNewPhone = draft.phone !== tidyText(rider?.phone ?? '');
  if (isNewPhone && !faults.has('phone') && isFaultyPhone(draft.phone)) faults.set('phone', words.phoneFault);
  if (draft.phone === '' && draft.email === '') faults.set('phone', words.contactFault);
  if (draft.email !== '' && !isEmail(draft.email)) faults.set('email', words.emailFault);
  const { firstName, lastName, type, ...rest } = draft;
  const known = Object.fromEntries(Object.entries(rest).filter(([, text]) => text !== ''));
  const knownType = RIDER_TYPES.find((each) => each === type);
  return { faults, details: { firstName, lastName, ...known, ...(knownType ? { type: knownType } : {}) } };
}
