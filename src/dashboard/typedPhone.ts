const FRENCH = /^0033|^0(?!0)/;
const COMPLETE = /^(?:00330?|0)[1-9]\d{8}$/;

/**
 * Whether a number is French and does not have ten digits. Numbers are read as they are compared (0029_comparable_phone.sql):
 * without a country code they are French, and (0) does not count.
 */
export function isFaultyPhone(phone: string): boolean {
  const number = phone.replace(/^\(+/, '').replaceAll('(0)', '');
  const digits = number.replaceAll(/\D/g, '');
  const dialled = number.startsWith('+') ? `00${digits}` : digits;
  return FRENCH.test(dialled) && !COMPLETE.test(dialled);
}
