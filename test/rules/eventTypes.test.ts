import { expect, it } from 'vitest';
import { ReturnedEventType } from '../../src/contract/event.ts';
import { EVENT_TYPES } from '../../src/contract/values.ts';
import { changesOf } from '../../src/events/eventStore.ts';

it('every type of event has a change that makes it', () => {
  expect(EVENT_TYPES.filter((type) => changesOf(type, 'true') === '')).toEqual([]);
});

it('every type of event is described', () => {
  const { description } = ReturnedEventType as { description?: string };
  expect(EVENT_TYPES.filter((type) => !description?.includes(`${type}: `))).toEqual([]);
});
