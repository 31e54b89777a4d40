/** JSON as written: members may come twice, and a value may be invalid. */
export type Json = null | boolean | number | string | Json[] | JsonObject | RawJson;

export class JsonObject {
  readonly members: [name: string | RawJson, value: Json][];
  constructor(members: [name: string | RawJson, value: Json][] = []) {
    this.members = members;
  }
}

/** Written as it is. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function treeOf(value: unknown): Json {
  if (Array.isArray(value)) return value.map(treeOf);
  if (typeof value !== 'object' || value === null) return value as Json;
  return new JsonObject(Object.entries(value).map(([name, member]) => [name, treeOf(member)]));
}

export function render(value: Json): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(render).join(',')}]`;
  if (!(value instanceof JsonObject)) return JSON.stringify(value);
  return `{${value.members.map(([name, member]) => `${render(name)}:${render(member)}`).join(',')}}`;
}
