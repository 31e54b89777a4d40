import { expect, it } from 'vitest';
import { readText } from '../../src/dashboard/typedText.ts';

const read = (text: string) => readText(new Map([['field', [text]]]), 'field');

it.each([
  ['\u200b\t10 Rue de Rivoli, Paris \ufeff', '10 Rue de Rivoli, Paris'],
  ['10 Rue de Rivoli\t\t75001\tParis', '10 Rue de Rivoli 75001 Paris'],
  ['10 Rue\u200e de\u200f Ri\u2060voli', '10 Rue de Rivoli'],
  ['first line\r\nsecond line\n', 'first line\nsecond line'],
])('a text field keeps neither tabs nor invisible characters that were pasted into it: %j', (typed, stored) => {
  expect(read(typed)).toBe(stored);
});

it('a text field keeps the joiners that scripts and emoji need', () => {
  expect(read('می\u200cخواهم 👩\u200d✈️')).toBe('می\u200cخواهم 👩\u200d✈️');
});

it('a text field that is not there is empty', () => {
  expect(readText(new Map(), 'field')).toBe('');
});
