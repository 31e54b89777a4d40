import { type SampleCall, search } from './call.ts';
import { literal, type Notation } from './literal.ts';

/** JSON's escapes are Python's. */
const PYTHON: Notation = {
  indent: '    ',
  name: (name) => JSON.stringify(name),
  text: (text) => JSON.stringify(text),
  words: ['True', 'False', 'None'],
};

const KEY = 'Idempotency-Key';

/** Uses only the standard library. */
export function pythonSample(call: SampleCall): string {
  const { operation, api, path, headers, body } = call;
  const isKeyed = KEY in headers;
  const headerLines = [
    operation.needsKey ? '"Authorization": f"Bearer {os.environ[\'API_KEY\']}"' : '',
    ...Object.entries(headers).map(
      ([name, value]) => `"${name}": ${name === KEY ? 'str(uuid.uuid4())' : `"${value}"`}`,
    ),
    body === undefined ? '' : '"Content-Type": "application/json"',
  ].filter(Boolean);
  const argumentLines = [
    JSON.stringify(api + path + search(call)),
    `method=${JSON.stringify(operation.method)}`,
    `headers={\n${headerLines.map((line) => `        ${line},\n`).join('')}    }`,
    ...(body === undefined ? [] : ['data=json.dumps(body).encode()']),
  ];
  return [
    ...(body === undefined ? [] : ['import json']),
    'import os',
    'import urllib.error',
    'import urllib.request',
    ...(isKeyed ? ['import uuid'] : []),
    '',
    ...(body === undefined ? [] : [`body = ${literal(body, PYTHON)}`]),
    'request = urllib.request.Request(',
    ...argumentLines.map((line) => `    ${line},`),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(response.status, response.read().decode())',
    'except urllib.error.HTTPError as error:',
    '    print(error.code, error.read().decode())',
  ].join('\n');
}
