import { parseTimeZone } from '../../money/timeZone.ts';
import type { Choice } from '../../web/components/form.tsx';

/** Where most accounts are; listed first. */
const FRENCH = [
  'Europe/Paris',
  'America/Cayenne',
  'America/Guadeloupe',
  'America/Martinique',
  'America/Miquelon',
  'Indian/Mayotte',
  'Indian/Reunion',
  'Pacific/Noumea',
  'Pacific/Tahiti',
];

const choice = (name: string): Choice => ({ value: name, label: name.replaceAll('_', ' ') });

const ALL = [...new Set([...FRENCH, ...Intl.supportedValuesOf('timeZone')])].map(choice);

/** All time zones, and the scheme's own if its name is outdated. */
export const timeZoneChoices = (current: string): Choice[] =>
  ALL.some(({ value }) => value === current) || parseTimeZone(current) === undefined ? ALL : [choice(current), ...ALL];
