import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/contract/openapi/document.ts';
import { introduction } from '../../src/docs/reference/description.ts';
import { frenchTexts } from '../../src/docs/words/reference/translated.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** What the pages show of the document: summaries and descriptions, but not the texts of errors, which are codes in English. */
function textsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'example' || name === 'responses') return name === 'responses' ? responseTexts(member) : [];
    if ((name === 'summary' || name === 'description') && typeof member === 'string') return member.split('\n\n');
    return textsIn(member);
  });
}

/** The summary of an error's example is its text in English; readers are led to the page on errors. */
function responseTexts(responses: Json): string[] {
  return Object.values(responses as Record<string, { description: string; headers?: Json }>).flatMap(
    ({ description, headers = {} }) => [description, ...textsIn(headers)],
  );
}

function shownTexts(): string[] {
  const { paths, tags, components } = JSON.parse(JSON.stringify(openApiDocument('')));
  const names = tags.map(({ name }: { name: string }) => name);
  return [...new Set([...introduction, ...names, ...[paths, tags, components].flatMap(textsIn)])].filter(Boolean);
}

describe('the French of the API reference', () => {
  const texts = shownTexts();

  it('covers every operation, member, response and header; add what is listed to src/docs/words/reference/', () => {
    expect(texts.length).toBeGreaterThan(80);
    expect(texts.filter((text) => !frenchTexts[text])).toEqual([]);
  });

  it('has no text whose English is no longer in the description', () => {
    expect(Object.keys(frenchTexts).filter((text) => !texts.includes(text))).toEqual([]);
  });
});
