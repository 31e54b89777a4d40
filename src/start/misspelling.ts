/** Shorter names, such as PORT and HOST, resemble too many others. */
const MIN_LENGTH = 7;

/** The setting that an environment variable's name nearly matches: one letter is missing, added, replaced or in the wrong case, or two are swapped. */
export function misspeltSetting(name: string, settings: ReadonlySet<string>): string | undefined {
  if (name.length < MIN_LENGTH || settings.has(name)) return undefined;
  const written = name.toUpperCase();
  return [...settings].find((setting) => setting.length >= MIN_LENGTH && isNear(written, setting));
}

function isNear(written: string, setting: string): boolean {
  let start = 0;
  while (start < written.length && written[start] === setting[start]) start += 1;
  const [left, right] = [written.slice(start), setting.slice(start)];
  const isSwapped = left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0];
  return (
    left === right ||
    isSwapped ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1)
  );
}
