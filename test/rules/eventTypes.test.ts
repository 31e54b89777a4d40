import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/contract/values.ts';
import { changesOf } from '../../src/events/eventStore.ts';

it('every type of event has a change that makes it', () => {
  expect(EVENT_TYPES.filter((type) => changesOf(type, 'true') === '')).toEqual([]);
});
