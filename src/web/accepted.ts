/** What counts of a header that lists what a browser takes: they send a hundred characters, and nobody needs more. */
const MOST_CHARACTERS = 500;

export interface Accepted {
  name: string;
  /** From 0, which is not at all, to 1. */
  weight: number;
}

/** The items of such a header, in its order. Cut and split at fixed characters, without patterns, so that none takes longer than its length. */
export function acceptedIn(header: string | undefined): Accepted[] {
  return (header ?? '')
    .slice(0, MOST_CHARACTERS)
    .split(',')
    .map((item) => {
      const [name = '', parameter] = item.split(';', 2);
      return { name: name.trim().toLowerCase(), weight: weightOf(parameter) };
    });
}

function weightOf(parameter: string | undefined): number {
  if (parameter === undefined) return 1;
  const [name = '', value = ''] = parameter.split('=', 2);
  const weight = name.trim() === 'q' ? Number(value.trim()) : 1;
  return weight >= 0 && weight <= 1 ? weight : 0;
}
