/** The number as one dials it: without the (0) of "+33 (0)6", but with that of "(0)6". */
export const dialled = (phone: string): string => phone.replace(/^\(+/, '').replaceAll('(0)', '');

const FRENCH = /^(?:\+|00 ?)33|^0(?!0)/;
/** Nine digits after the prefix and no more, except of something else: an extension, or a second number. */
const COMPLETE = /^(?:(?:\+|00 ?)33[ .()-]*0?|0)[ .()-]*[1-9](?:[ .()-]*\d){8}(?![ .-]*\d)/;

/** As many digits as the shortest numbers have. */
const DIALLABLE = /(?:\d\D*){3}/;

/**
 * Whether a text cannot be dialled, or begins like a French number, with 0, +33 or 0033, and is too short or too long.
 * No number at all is not a faulty one.
 */
export function isFaultyPhone(phone: string): boolean {
  const number = dialled(phone);
  return (phone !== '' && !DIALLABLE.test(number)) || (FRENCH.test(number) && !COMPLETE.test(number));
}
