import type { Schema } from '../making/description.ts';

type Value = number | string | string[];

/** Just within, just beyond and far beyond the bounds that the description gives; nothing, if it gives none. */
export function aroundBounds({ type, minimum, maximum, minLength, maxLength, enum: values }: Schema): Value[] {
  if (values) return [`${values[0]} `, String(values[0]).toLowerCase(), '', 'NEITHER', [String(values[0])]];
  if (type === 'string') return [minLength, maxLength].flatMap(textsAround);
  const step = type === 'integer' ? 1 : 0.01;
  return [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : numbersAround(bound, step)));
}

function textsAround(length: number | undefined): string[] {
  if (length === undefined) return [];
  const lengths = [length - 1, length, length + 1, length * 10].filter((each) => each >= 0);
  return lengths.flatMap((each) => ['x'.repeat(each), '🚕'.repeat(each)]);
}

const numbersAround = (bound: number, step: number): number[] =>
  [-1, -step, 0, step, 0.5, 1, 1e6].map((distance) => bound + distance).concat(-bound, bound * 1e6 - 1);
