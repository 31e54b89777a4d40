const LONGEST = 254;
// Each part is one run of characters that the next separator is not among, so a mismatch is found in one pass.
const FORMAT = /^[!#-?A-~]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+$/;

/** An e-mail address as it is kept, in lower case; undefined if it is none. */
export function parseEmail(text: string): string | undefined {
  if (text.length > LONGEST + 2) return undefined;
  const address = text.trim();
  return address.length <= LONGEST && FORMAT.test(address) ? address.toLowerCase() : undefined;
}
