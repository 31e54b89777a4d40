import { WEEKDAYS } from '../contract/values.ts';
import { OperatorFault } from '../fault.ts';
import type { Cents } from '../money/cents.ts';
import { parseClockTime } from '../money/clockTime.ts';
import { MAX_RATE_CENTS, MAX_WINDOWS } from '../money/rateBounds.ts';
import type { Rates, RateWindow, Weekday } from '../money/rates.ts';
import type { TripType } from '../money/vat.ts';
import type { Option } from './command.ts';
import { parseEuros } from './values.ts';

/** The name of each rate on the command line. */
const RATE_NAMES = {
  base: { type: 'TRIP', rate: 'baseCents', help: 'base price' },
  'per-km': { type: 'TRIP', rate: 'perKmCents', help: 'price per kilometre' },
  'per-minute': { type: 'TRIP', rate: 'perMinuteCents', help: 'price per minute' },
  minimum: { type: 'TRIP', rate: 'minimumCents', help: 'lowest price' },
  'availability-base': { type: 'AVAILABILITY', rate: 'baseCents', help: 'base price for AVAILABILITY' },
  'availability-per-km': {
    type: 'AVAILABILITY',
    rate: 'perKmCents',
    help: 'per kilometre for AVAILABILITY (default 0)',
  },
  'availability-per-minute': { type: 'AVAILABILITY', rate: 'perMinuteCents', help: 'per minute for AVAILABILITY' },
  'availability-minimum': { type: 'AVAILABILITY', rate: 'minimumCents', help: 'minimum for AVAILABILITY' },
} as const satisfies Record<string, { type: TripType; rate: keyof Rates; help: string }>;

type RateName = keyof typeof RATE_NAMES;
const isRateName = (name: string): name is RateName => Object.hasOwn(RATE_NAMES, name);

export const rateOptions: Record<string, Option> = {
  ...Object.fromEntries(Object.entries(RATE_NAMES).map(([name, { help }]) => [name, { value: 'EUR', help }])),
  window: {
    value: 'WINDOW',
    isRepeated: true,
    help: 'other rates for a part of the week: "NAME DAYS FROM-TO RATE=EUR …", such as "Night Mon-Sun 22:00-06:00 per-km=2.20 minimum=25"; repeatable, the first match applies',
  },
};

/** The default rates with the given ones replaced. */
export function readRates(ordinary: Record<TripType, Rates>, textOf: (name: string) => string | undefined) {
  const rates = structuredClone(ordinary);
  for (const name of Object.keys(RATE_NAMES) as RateName[]) {
    const text = textOf(name);
    if (text === undefined) continue;
    const { type, rate } = RATE_NAMES[name];
    rates[type][rate] = parseRate(text, name, rate);
  }
  return rates;
}

function parseRate(text: string, name: string, rate: keyof Rates): Cents {
  const cents = parseEuros(text, name);
  if (cents > MAX_RATE_CENTS[rate])
    throw new OperatorFault(`--${name} may be at most ${MAX_RATE_CENTS[rate] / 100} EUR (it is "${text}")`);
  return cents;
}

export function parseWindows(texts: string[], ordinary: Record<TripType, Rates>): RateWindow[] {
  if (texts.length > MAX_WINDOWS) throw new OperatorFault(`--window may be given at most ${MAX_WINDOWS} times`);
  return texts.map((text) => parseWindow(text, ordinary));
}

/** A window as written on the command line. Rates it does not name are the default ones. */
function parseWindow(text: string, ordinary: Record<TripType, Rates>): RateWindow {
  const [name, days, hours, ...assignments] = text.trim().split(/\s+/);
  if (!name || !days || !hours || assignments.length === 0) {
    throw new OperatorFault(`--window must be "NAME DAYS FROM-TO RATE=EUR …" (it is "${text}")`);
  }
  const given = new Map(assignments.map((assignment) => parseAssignment(assignment)));
  if (given.size < assignments.length) throw new OperatorFault(`--window names a rate twice (it is "${text}")`);
  const rates = readRates(ordinary, (rate) => given.get(rate as RateName));
  const types = new Set([...given.keys()].map((rate) => RATE_NAMES[rate].type));
  return {
    name,
    days: parseDays(days),
    ...parseHours(hours),
    rates: Object.fromEntries([...types].map((type) => [type, rates[type]])),
  };
}

function parseAssignment(text: string): [RateName, string] {
  const [name = '', euros = '', ...rest] = text.split('=');
  if (rest.length > 0) throw new OperatorFault(`--window rates must be such as per-km=2.20 (one is "${text}")`);
  if (!isRateName(name))
    throw new OperatorFault(`--window has an unknown rate "${name}": use ${Object.keys(RATE_NAMES).join(', ')}`);
  return [name, euros];
}

function parseDays(text: string): Weekday[] {
  const day = (name: string): Weekday => {
    const index = WEEKDAYS.findIndex((each) => each.toLowerCase() === name.toLowerCase());
    if (index < 0) throw new OperatorFault(`--window days must be such as Mon-Fri or Sat,Sun (they are "${text}")`);
    return (index + 1) as Weekday;
  };
  const days = text.split(',').flatMap((part) => {
    const [first = '', last = first, ...rest] = part.split('-');
    if (rest.length > 0) day(part);
    return daysBetween(day(first), day(last));
  });
  return [...new Set(days)].sort((a, b) => a - b);
}

/** Sat-Mon wraps around the week. */
function daysBetween(first: Weekday, last: Weekday): Weekday[] {
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, step) => (((first - 1 + step) % 7) + 1) as Weekday);
}

function parseHours(text: string): { fromMinute: number; toMinute: number } {
  const [fromMinute, toMinute, ...rest] = text.split('-').map(parseClockTime);
  if (fromMinute === undefined || fromMinute === 1440 || toMinute === undefined || rest.length > 0)
    throw new OperatorFault(`--window hours must be such as 22:00-06:00 or 00:00-24:00 (they are "${text}")`);
  return { fromMinute, toMinute };
}
