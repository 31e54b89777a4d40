import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openedParts } from '../../reliability/support/closing.ts';

describe('what a program has opened', () => {
  it('is closed in the opposite order, one after the other', async () => {
    const told: string[] = [];
    const { keep, close } = openedParts();
    const tell = (name: string) =>
      keep(name, async () => {
        await setImmediate();
        told.push(name);
      });
    expect(['database', 'service', 'client'].map(tell)).toEqual(['database', 'service', 'client']);
    await close();
    expect(told).toEqual(['client', 'service', 'database']);
  });

  it('is closed once, and whoever closes again waits for that and closes what was opened since', async () => {
    const told: string[] = [];
    const { keep, close } = openedParts();
    keep('service', async () => {
      keep('opened meanwhile', () => told.push('opened meanwhile'));
      await setImmediate();
      told.push('service');
    });
    await Promise.all([close(), close()]);
    expect(told).toEqual(['service', 'opened meanwhile']);
  });
});
