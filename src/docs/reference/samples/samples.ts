import type { ExampleValues } from '../../exampleValues.ts';
import type { Operation } from '../description.ts';
import { sampleCall } from './call.ts';
import { curlSample } from './curl.ts';
import { pythonSample } from './python.ts';
import { typescriptSample } from './typescript.ts';

const LANGUAGES = [
  { label: 'curl', extension: 'sh', write: curlSample },
  { label: 'TypeScript', extension: 'ts', write: typescriptSample },
  { label: 'Python', extension: 'py', write: pythonSample },
];

export interface Sample {
  label: string;
  file: string;
  text: string;
}

/** The operation's request in every language. */
export function samplesOf(operation: Operation, values: ExampleValues): Sample[] {
  const call = sampleCall(operation, values);
  return LANGUAGES.map(({ label, extension, write }) => ({
    label,
    file: `${operation.id}.${extension}`,
    text: write(call),
  }));
}
