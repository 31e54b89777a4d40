import type { Place, Unplaced } from '../../place.ts';

const BEGINNING = /^[\s(]*[-+\d]/;

/** "48.8556,2.3601", also with spaces, a semicolon or brackets; otherwise undefined. */
export function placeCoordinates(address: string): Place | Unplaced | undefined {
  if (!BEGINNING.test(address)) return undefined; // most addresses: no need to match
  const bare = address.trim().replace('(', '').replace(')', '').trim();
  const separator = bare.includes(',') ? ',' : bare.includes(';') ? ';' : ' ';
  const numbers = bare.split(separator).map((part) => part.trim());
  const [first = '', second = ''] = separator === ' ' ? numbers.filter((part) => part !== '') : numbers;
  if (numbers.filter((part) => part !== '').length !== 2 || !isDegrees(first) || !isDegrees(second)) return undefined;
  // Nobody gives a place in whole degrees: "12, 5" is a house number or a mistake, and "75 008" a postcode.
  const isWhole = !first.includes('.') && !second.includes('.');
  if (isWhole && separator === ' ') return undefined;
  const lat = Number(first);
  const lng = Number(second);
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) {
    return { reason: 'coordinates are latitude, longitude: from -90 to 90, and from -180 to 180' };
  }
  if (isWhole) return { reason: 'no place is known by that name; coordinates have decimals, as in 48.8556,2.3601' };
  return { label: `${lat}, ${lng}`, lat, lng, precision: 'coordinates' };
}

/** At most as many digits as a number can hold; the pattern cannot backtrack. */
const isDegrees = (text: string): boolean => text.length <= 24 && /^[-+]?\d{1,3}(?:\.\d+)?$/.test(text);
