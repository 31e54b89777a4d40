import { describe, expect, it } from 'vitest';
import { ANY_NAME, membersOf, resolved, type Schema } from '../../src/docs/reference/schema.ts';

const components = {
  schemas: {
    Place: { type: 'object', required: ['lat'], properties: { lat: { type: 'number' }, label: { type: 'string' } } },
  },
};
const inDocument = (schema: object): Schema => (resolved({ schema, components }) as { schema: Schema }).schema;
const outline = (schema: object) =>
  membersOf(inDocument(schema), 'body').map(({ name, anchor, isRequired, members, alternatives }) => ({
    name,
    anchor,
    isRequired,
    below: [...members, ...alternatives].map((member) => member.anchor),
  }));

const place = { $ref: '#/components/schemas/Place' };

describe('the members of a schema', () => {
  it('include those below a reference and below the items of an array', () => {
    expect(
      outline({ properties: { from: place, stops: { type: 'array', items: place } }, required: ['from'] }),
    ).toEqual([
      { name: 'from', anchor: 'body.from', isRequired: true, below: ['body.from.lat', 'body.from.label'] },
      { name: 'stops', anchor: 'body.stops', isRequired: false, below: ['body.stops.lat', 'body.stops.label'] },
    ]);
  });

  it('are those of all parts of an allOf, with what stands beside it', () => {
    const schema = inDocument({ allOf: [place, { required: ['label'] }], nullable: true, description: 'Where.' });
    expect(schema).toMatchObject({ nullable: true, description: 'Where.', required: ['lat', 'label'] });
    expect(membersOf(schema, 'body').map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['lat', true],
      ['label', true],
    ]);
  });

  it('include each alternative that has members, and one for names that the caller chooses', () => {
    expect(outline({ properties: { at: { oneOf: [{ type: 'string' }, place] } } })[0]?.below).toEqual(['body.at.2']);
    expect(outline({ additionalProperties: { type: 'string' } })[0]).toMatchObject({
      name: ANY_NAME,
      anchor: 'body.any',
    });
  });
});
