import { type SampleCall, search } from './call.ts';

export function curlSample(call: SampleCall): string {
  const { operation, api, path, headers, body } = call;
  // curl sends a body with POST and everything else with GET unless told otherwise.
  const usual = body === undefined ? 'GET' : 'POST';
  const options = [
    operation.needsKey ? `-H "Authorization: Bearer $API_KEY"` : '',
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(json(body))}`]),
  ];
  const method = operation.method === usual ? '' : `-X ${operation.method} `;
  return [`curl -s ${method}'${api}${path}${search(call)}'`, ...options.filter(Boolean)].join(' \\\n  ');
}

const json = (body: unknown) => JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
