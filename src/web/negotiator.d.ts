/** What we use of the package; its published types are of an older version, which cannot prefer an encoding. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> });
    language(available: string[]): string | undefined;
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
  }
}
