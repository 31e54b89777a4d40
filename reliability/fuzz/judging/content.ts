import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../making/description.ts';
import { type Account, recordNameOf, type World } from '../making/world.ts';

export type Item = Record<string, unknown>;

/** The body of a success. */
export interface Success {
  data?: Item | Item[];
  pagination?: Record<string, unknown>;
}

export const itemsOf = ({ data = [] }: Success): Item[] => (Array.isArray(data) ? data : [data]);

/** What a request asked for, as the service read it. */
export interface Asked {
  operation: Operation;
  caller: Account;
  query: URLSearchParams;
  body: Item;
}

/** How the content of a success is wrong, though its form is as described. Written without the service's own rules. */
export function contentFaults(asked: Asked, answer: Success, world: World): string[] {
  const { operation, caller, body } = asked;
  const strangers = itemsOf(answer).filter(({ _id }) => (world.ownerOf(String(_id)) ?? caller) !== caller);
  const [item = {}] = itemsOf(answer);
  return [
    ...strangers.map(({ _id }) => `the answer shows another account's record; ${_id}`),
    ...(Array.isArray(answer.data) ? listFaults(asked, answer) : echoFaults(body, item)),
    ...(operation.id === 'createQuote' ? quoteFaults(asked, item) : []),
    ...(operation.id === 'createTrip' ? priceFaults(asked, item) : []),
  ];
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/** NaN for the other forms that the service accepts: every comparison with it is false, so they are not judged. */
function momentOf(text: string, timeOfDay: string): number {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(`${text}T${timeOfDay}Z`);
  const written = text.toUpperCase().replace(' ', '+');
  return RFC_3339.test(written) ? Date.parse(written) : Number.NaN;
}

const pickupOf = ({ scheduledPickupTime }: Item) => Date.parse(String(scheduledPickupTime));
const spoken = (reference: unknown) =>
  String(reference).toUpperCase().replace(/[- ]/, '').replaceAll('O', '0').replace(/[IL]/g, '1');
const lastDigits = (phone: unknown) => String(phone).replace(/\D/g, '').slice(-6);

/** Whether an item satisfies a query parameter, where that is not plain equality. */
const FILTERS: Record<string, (item: Item, value: string) => boolean> = {
  from: (item, value) => !(pickupOf(item) < momentOf(value, '00:00:00.000')),
  to: (item, value) => !(pickupOf(item) > momentOf(value, '23:59:59.999')),
  reference: ({ reference }, value) => spoken(reference) === spoken(value),
  phone: ({ phone }, value) => lastDigits(value).length < 6 || lastDigits(phone) === lastDigits(value),
  email: ({ email }, value) => String(email).toLowerCase() === value.toLowerCase(),
};

/** Whether an item belongs in a list with this query. Parameters that name no member are not filters. */
export const satisfies = (item: Item, query: URLSearchParams): boolean =>
  [...query].every(
    ([name, value]) => FILTERS[name]?.(item, value) ?? (!(name in item) || String(item[name]) === value),
  );

function listFaults({ operation, query }: Pick<Asked, 'operation' | 'query'>, answer: Success): string[] {
  const items = itemsOf(answer);
  const ids = items.flatMap(({ _id }) => (_id === undefined ? [] : [_id])); // attempts to deliver have none
  const strays = items.filter((item) => !satisfies(item, query));
  const isInOrder = operation.id !== 'listTrips' || isDeepStrictEqual(items, [...items].sort(newestFirst));
  return [
    ...strays.map((item) => `the list ignores its filter; ?${query} has ${JSON.stringify(item)}`),
    ...(new Set(ids).size === ids.length ? [] : ['the list has an item twice']),
    ...(isInOrder ? [] : ['the list is not in order']),
    ...('total' in (answer.pagination ?? {}) ? pageFaults(operation, query, answer) : []),
  ];
}

const newestFirst = (a: Item, b: Item): number => (`${a.createdAt} ${a._id}` < `${b.createdAt} ${b._id}` ? 1 : -1);

function pageFaults({ parameters }: Operation, query: URLSearchParams, { data, pagination = {} }: Success): string[] {
  const numberOf = (name: string) =>
    Number(query.get(name) ?? parameters.find((each) => each.name === name)?.schema.default);
  const [page, limit, total] = [numberOf('page'), numberOf('limit'), Number(pagination.total)];
  const pages = Math.max(1, Math.ceil(total / limit));
  const expected = { page, limit, total, pages, hasNext: page < pages, hasPrevious: page > 1 };
  const count = Math.min(limit, Math.max(0, total - (page - 1) * limit));
  return [
    ...difference('the pagination', pagination, expected),
    ...(Array.isArray(data) ? difference('the number of items', data.length, count) : []),
  ];
}

/** A member of the request that the answer has too is returned as it was sent; identifiers in lower case, prices rounded. */
function echoFaults(body: Item, item: Item): string[] {
  return Object.entries(body)
    .filter(([name]) => name in item && name !== 'price')
    .flatMap(([name, sent]) => {
      const expected = name.endsWith('Id') ? String(sent).toLowerCase() : sent;
      return difference(name, item[name], JSON.parse(JSON.stringify(expected))); // in JSON, -0 is 0
    });
}

interface Quote {
  serviceTierMultiplier: number;
  price: Record<'base' | 'distanceCost' | 'timeCost' | 'subtotal' | 'minimum' | 'total' | 'totalCents', number>;
  vat: Item;
}

const cents = (euros: unknown): number => Math.round(Number(euros) * 100);
const halfUp = (dividend: number, divisor: number): number => Math.floor((2 * dividend + divisor) / (2 * divisor));

function rateOf({ caller, body }: Asked): number {
  if (caller.isVatExempt) return 0;
  return body.tripType === 'AVAILABILITY' ? 20 : 10;
}

function quoteFaults(asked: Asked, item: Item): string[] {
  const { serviceTierMultiplier, price, vat } = item as unknown as Quote;
  const subtotalCents = cents(price.base) + cents(price.distanceCost) + cents(price.timeCost);
  const multiplied = halfUp(subtotalCents * Math.round(serviceTierMultiplier * 1_000), 1_000);
  const totalCents = Math.max(multiplied, cents(price.minimum));
  const rate = rateOf(asked);
  const amountCents = halfUp(totalCents * rate, 100);
  const totalTTCCents = totalCents + amountCents;
  return [
    ...difference('the price', price, {
      ...price,
      subtotal: subtotalCents / 100,
      total: totalCents / 100,
      totalCents,
    }),
    ...difference('the VAT', vat, {
      rate,
      amountCents,
      amount: amountCents / 100,
      totalTTCCents,
      totalTTC: totalTTCCents / 100,
      isExempt: rate === 0,
    }),
  ];
}

// A price is rounded as it is written; here it is a binary number, which may be slightly off.
const HALF_A_CENT = 0.005 + 1e-7;

/** So a booking at a quote's totalTTC gives back the quote's own total and VAT. */
function priceFaults(asked: Asked, trip: Item): string[] {
  const { price, priceHT, vatRate, vatAmount } = trip;
  const rate = rateOf(asked);
  const beforeVatCents = halfUp(cents(price) * 100, 100 + rate);
  const expected = { priceHT: beforeVatCents / 100, vatRate: rate, vatAmount: (cents(price) - beforeVatCents) / 100 };
  const isRounded = Math.abs(Number(price) - Number(asked.body.price)) <= HALF_A_CENT;
  return [
    ...(isRounded ? [] : [`the price is wrong; it is ${price} instead of ${asked.body.price}`]),
    ...difference('the VAT', { priceHT, vatRate, vatAmount }, expected),
  ];
}

function difference(what: string, shown: unknown, expected: unknown): string[] {
  if (isDeepStrictEqual(shown, expected)) return [];
  return [`${what} is wrong; it is ${JSON.stringify(shown)} instead of ${JSON.stringify(expected)}`];
}

/** Remembers the records and filter values that an answer shows, so that later requests can name them. */
export function learn({ operation, caller }: Asked, answer: Success, world: World): void {
  const texts = operation.parameters.filter((each) => each.in === 'query' && each.schema.type === 'string');
  for (const item of itemsOf(answer)) {
    if (item._id !== undefined) world.noteOwned(caller, recordNameOf(operation), String(item._id));
    for (const { name } of texts) if (typeof item[name] === 'string') world.noteSeen(caller, name, item[name]);
  }
  if (operation.id === 'createQuote')
    for (const { vat } of itemsOf(answer)) world.noteSeen(caller, 'price', String((vat as Item).totalTTC));
}
