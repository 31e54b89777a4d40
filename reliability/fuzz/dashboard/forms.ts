import type { FormField, PageForm } from '../../support/pages.ts';
import type { Random } from '../../support/random.ts';
import { anyText } from '../making/values.ts';
import { FORM_TOKEN } from './people.ts';
import { type Pair, PROBES, type Submission } from './spoiling.ts';

const PLACES = ['Gare de Lyon, Paris', 'Orly 4', 'Lyon Part-Dieu', 'Versailles'];
const KEPT_SHARE = 0.7;
const FLIPPED_SHARE = 0.2;

/** Fills in a form as a person might: some fields as they were, others with text of their type. */
export function fillIn(form: PageForm, random: Random): Submission {
  const buttons = form.fields.filter(({ type }) => type === 'button');
  const pressed = buttons.length > 0 && random.happens(0.7) ? [random.pick(buttons)] : [];
  const isOn = ({ type, isSent }: FormField) =>
    type === 'checkbox' && random.happens(FLIPPED_SHARE) ? !isSent : isSent;
  const inputs = form.fields.filter((field) => field.type !== 'button' && field.name !== FORM_TOKEN && isOn(field));
  return {
    method: form.method,
    path: form.action,
    pairs: [...inputs, ...pressed].map((field): Pair => [field.name, valueFor(field, random)]),
    contentType: 'application/x-www-form-urlencoded',
  };
}

function valueFor({ name, type, value, choices }: FormField, random: Random): string {
  if (/password/i.test(name) || type === 'password') return random.pick(['correct horse battery staple', 'wrong', '']);
  if (/hidden|button|checkbox|radio/.test(type) || random.happens(KEPT_SHARE)) return value;
  if (choices.length > 0) return random.pick(choices);
  if (/pickup|dropoff/i.test(name) && type !== 'datetime-local') return random.pick([...PLACES, ...PROBES]);
  switch (type) {
    case 'email':
      return `fuzz-${random.between(0, 999)}@example.com`;
    case 'tel':
      return `+336${random.between(10_000_000, 99_999_999)}`;
    case 'url':
      return `https://hooks.invalid/${random.between(0, 99)}`;
    case 'number':
      return String(random.between(0, 30));
    case 'date':
    case 'month':
    case 'datetime-local':
      return soon(random).slice(0, { date: 10, month: 7, 'datetime-local': 16 }[type]);
    case 'time':
      return `${random.between(10, 23)}:30`;
    default:
      return random.happens(0.5) ? random.pick(PROBES) : anyText(random, 1, 60);
  }
}

const soon = (random: Random) => new Date(Date.now() + random.between(-3, 60) * 86_400_000).toISOString();

/** How the token of a form, or where it comes from, can be wrong. */
export const FORGERIES = [
  'no token',
  'an empty token',
  'a wrong token',
  'the token of another browser',
  'another origin',
  'another site',
] as const;

type Forgery = (typeof FORGERIES)[number];

/** The token and the headers that go with a forgery, or with none. */
export function credentials(
  forgery: Forgery | undefined,
  own: string,
  others: string,
): [Pair[], Record<string, string>] {
  const token = (value: string): Pair[] => [[FORM_TOKEN, value]];
  switch (forgery) {
    case 'no token':
      return [[], {}];
    case 'an empty token':
      return [token(''), {}];
    case 'a wrong token':
      return [token(own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))), {}];
    case 'the token of another browser':
      return [token(others), {}];
    case 'another origin':
      return [token(own), { origin: 'https://other.example' }];
    case 'another site':
      return [token(own), { 'sec-fetch-site': 'cross-site' }];
    default:
      return [token(own), {}];
  }
}
