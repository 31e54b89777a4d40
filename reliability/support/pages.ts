export interface PageAnswer {
  status: number;
  headers: Headers;
  html: string;
}

/** What a browser does over HTTP: it keeps cookies. Redirects are followed by hand. */
export function browser(baseUrl: string, defaults: Record<string, string> = {}) {
  const cookies = new Map<string, string>();

  async function request(path: string, options: RequestInit = {}): Promise<PageAnswer> {
    const response = await fetch(new URL(path, baseUrl), {
      redirect: 'manual',
      ...options,
      headers: { ...defaults, cookie: cookieHeader(), ...(options.headers as Record<string, string>) },
    });
    for (const line of response.headers.getSetCookie()) keep(line);
    return { status: response.status, headers: response.headers, html: await response.text() };
  }

  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const equals = pair.indexOf('=');
    if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, equals));
    else cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
  }

  return { cookies, request };
}

export type Browser = ReturnType<typeof browser>;

export interface FormField {
  name: string;
  /** The type of an input, or `select`, `textarea` or `button`. */
  type: string;
  value: string;
  /** Whether a browser would send it if nothing was typed or pressed. */
  isSent: boolean;
  /** The values of a selection. */
  choices: readonly string[];
}

export interface PageForm {
  method: 'get' | 'post';
  action: string;
  fields: readonly FormField[];
}

/** The forms of a page, as a browser reads them. */
export function formsIn(html: string): PageForm[] {
  return [...html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].map(([form]) => {
    const tag = /^<form\b[^>]*>/.exec(form)?.[0] ?? '';
    return {
      method: attribute(tag, 'method') === 'post' ? 'post' : 'get',
      action: attribute(tag, 'action'),
      fields: [...form.matchAll(CONTROL)].map(([control]) => fieldOf(control)).filter(({ name }) => name !== ''),
    };
  });
}

const CONTROL = /<input\b[^>]*>|<button\b[^>]*>|<select\b.*?<\/select>|<textarea\b.*?<\/textarea>/gs;

function fieldOf(control: string): FormField {
  const [tag = '', element = ''] = /^<(\w+)[^>]*>/.exec(control) ?? [];
  const name = attribute(tag, 'name');
  if (element === 'select') {
    const options = [...control.matchAll(/<option[^>]*>/g)].map(([option]) => option);
    const chosen = options.find((option) => /\bselected\b/.test(option)) ?? options[0] ?? '';
    const choices = options.map((option) => attribute(option, 'value'));
    return { name, type: element, value: attribute(chosen, 'value'), isSent: true, choices };
  }
  if (element === 'textarea') {
    const text = unescaped(/>([^<]*)<\/textarea>$/.exec(control)?.[1] ?? '');
    return { name, type: element, value: text, isSent: true, choices: [] };
  }
  const type = element === 'button' ? element : attribute(tag, 'type') || 'text';
  const isSent = type !== 'button' && (!/checkbox|radio/.test(type) || /\bchecked\b/.test(tag));
  return { name, type, value: attribute(tag, 'value'), isSent, choices: [] };
}

/** Where the links of a page lead within the dashboard, without fragments. */
export const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref="(\/app[^"#]*)["#]/g)].map(([, path = '']) => unescaped(path));

const attribute = (tag: string, name: string) => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
