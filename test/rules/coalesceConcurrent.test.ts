import { describe, expect, it } from 'vitest';
import { coalesceConcurrent } from '../../src/database/coalesceConcurrent.ts';

/** Questions that are answered when the test says so. */
function asking() {
  const begun: { question: string; answer(text: string): void; fail(error: Error): void }[] = [];
  const ask = coalesceConcurrent(
    (question: string) => question,
    (question) =>
      new Promise<string>((answer, fail) => {
        begun.push({ question, answer, fail });
      }),
  );
  return { begun, ask };
}

const turn = () => new Promise(setImmediate);

describe('questions that are the same', () => {
  it('share an answer that was begun after all of them were asked, and join none that was begun before', async () => {
    const { begun, ask } = asking();
    const first = ask('page 1');
    const later = [ask('page 1'), ask('page 1')];
    expect(begun).toHaveLength(1);
    begun[0]?.answer('old');
    expect(await first).toBe('old');
    await turn();
    expect(begun).toHaveLength(2);
    begun[1]?.answer('new');
    expect(await Promise.all(later)).toEqual(['new', 'new']);
    const last = ask('page 1');
    await turn();
    expect(begun).toHaveLength(3);
    begun[2]?.answer('newest');
    expect(await last).toBe('newest');
  });

  it('do not wait for others', async () => {
    const { begun, ask } = asking();
    void ask('page 1');
    const other = ask('page 2');
    begun[1]?.answer('of page 2');
    expect(await other).toBe('of page 2');
  });

  it('share a fault, and the next is asked all the same', async () => {
    const { begun, ask } = asking();
    const first = ask('page 1');
    const second = ask('page 1');
    begun[0]?.fail(new Error('unavailable'));
    await expect(first).rejects.toThrow('unavailable');
    await turn();
    begun[1]?.answer('back');
    expect(await second).toBe('back');
  });
});
