import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openedParts } from '../../reliability/support/closing.ts';

describe('what a program has opened', () => {
  it('is closed in the opposite order, one after the other', async () => {
    const closed: string[] = [];
    const { keep, close } = openedParts();
    const tell = (name: string) =>
      keep(name, async () => {
        await setImmediate();
        closed.push(name);
      });
    expect(['database', 'service', 'client'].map(tell)).toEqual(['database', 'service', 'client']);
    await close();
    expect(closed).toEqual(['client', 'service', 'database']);
  });

  it('is closed once; a second close waits for the first and closes what was opened since', async () => {
    const closed: string[] = [];
    const { keep, close } = openedParts();
    keep('service', async () => {
      keep('opened meanwhile', () => closed.push('opened meanwhile'));
      await setImmediate();
      closed.push('service');
    });
    await Promise.all([close(), close()]);
    expect(closed).toEqual(['service', 'opened meanwhile']);
  });
});
