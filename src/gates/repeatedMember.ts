/** The end of a member name; inside a string it stands for nothing, so there may be more of these than members. */
const NAME_ENDS = /"\s*:/g;
/** A string, with the colon if it is a member name; or the beginning or end of an object. */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g;

interface OpenObject {
  names: Set<string>;
  latest: string;
}

/**
 * The path of a member that occurs twice in one object. `JSON.parse` keeps the last one, and others the first: a price
 * must not depend on who reads it. Counting is cheap; only a body with a suspicious count is read again.
 */
export function repeatedMember(text: string, parsed: unknown): string[] | undefined {
  return text.match(NAME_ENDS)?.length === memberCount(parsed) ? undefined : findRepeated(text);
}

/** Without recursion: a body may be nested thousands of levels deep. */
function memberCount(parsed: unknown): number | undefined {
  let count = 0;
  const values = [parsed];
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    const members = Object.values(value);
    if (!Array.isArray(value)) count += members.length;
    for (const member of members) values.push(member);
  }
  return count || undefined;
}

function findRepeated(text: string): string[] | undefined {
  const open: OpenObject[] = [];
  for (const [token, string, colon] of text.matchAll(TOKENS)) {
    const innermost = open.at(-1);
    if (token === '{') open.push({ names: new Set(), latest: '' });
    else if (token === '}') open.pop();
    else if (innermost !== undefined && string !== undefined && colon !== undefined) {
      innermost.latest = JSON.parse(string);
      if (innermost.names.has(innermost.latest)) return open.map(({ latest }) => latest);
      innermost.names.add(innermost.latest);
    }
  }
  return undefined;
}
