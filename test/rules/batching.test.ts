import { describe, expect, it } from 'vitest';
import { type BatchOptions, batched } from '../../src/database/batching.ts';

interface Order {
  account: string;
  number: number;
}

/** A batcher whose statements end when the test says so. */
function heldBatches(
  options: Pick<BatchOptions<Order, string>, 'maxRows' | 'maxInFlight' | 'lockOf' | 'isOfOneAccount'>,
) {
  const begun: Order[][] = [];
  const endings: (() => void)[] = [];
  const submit = batched<Order, string>({
    ...options,
    accountOf: ({ account }) => account,
    async run(rows) {
      begun.push([...rows]);
      await new Promise<void>((resolve) => endings.push(resolve));
      return rows.map(({ account, number }) => `${account}${number}`);
    },
  });
  return { begun, submit, endNext: () => endings.shift()?.() };
}

const lockOf = ({ account, number }: Order) => (number < 0 ? undefined : account);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const orders = (account: string, count: number) =>
  Array.from({ length: count }, (_, number): Order => ({ account, number }));

describe('rows that arrive together', () => {
  it('travel together, and each has its own outcome', async () => {
    const { begun, submit, endNext } = heldBatches({ maxRows: 10, maxInFlight: 1 });
    const outcomes = Promise.all(orders('a', 3).map(submit));
    await turn();
    endNext();
    expect(await outcomes).toEqual(['a0', 'a1', 'a2']);
    expect(begun).toHaveLength(1);
  });

  it('travel by account where a statement is for one', async () => {
    const { begun, submit, endNext } = heldBatches({ maxRows: 10, maxInFlight: 2, isOfOneAccount: true });
    const outcomes = Promise.all([...orders('a', 2), ...orders('b', 1), { account: 'a', number: 2 }].map(submit));
    await turn();
    expect(begun.map((rows) => rows.map(({ account, number }) => `${account}${number}`))).toEqual([
      ['a0', 'a1', 'a2'],
      ['b0'],
    ]);
    endNext();
    endNext();
    expect(await outcomes).toEqual(['a0', 'a1', 'b0', 'a2']);
  });

  it('gather while as many statements are running as may be', async () => {
    const { begun, submit, endNext } = heldBatches({ maxRows: 10, maxInFlight: 1 });
    const first = submit({ account: 'a', number: 0 });
    await turn();
    const later = [submit({ account: 'a', number: 1 })];
    await turn();
    later.push(submit({ account: 'b', number: 2 }));
    await turn();
    expect(begun).toHaveLength(1);
    endNext();
    await first;
    await turn();
    expect(begun[1]).toHaveLength(2);
    endNext();
    expect(await Promise.all(later)).toEqual(['a1', 'b2']);
  });

  it('that lock what a running statement has locked gather, while others go on', async () => {
    const { begun, submit, endNext } = heldBatches({ maxRows: 10, maxInFlight: 3, lockOf });
    const first = submit({ account: 'a', number: 0 });
    await turn();
    const [second, third] = orders('a', 2).map(submit);
    await turn();
    const other = submit({ account: 'b', number: 0 });
    await turn();
    const lookingOnly = submit({ account: 'a', number: -1 });
    await turn();
    expect(begun.map((rows) => rows.map(({ account }) => account))).toEqual([['a'], ['b'], ['a']]);
    endNext();
    await first;
    await turn();
    expect(begun[3]).toHaveLength(2);
    for (let statement = 0; statement < 3; statement += 1) endNext();
    expect(await Promise.all([second, third, other, lookingOnly])).toEqual(['a0', 'a1', 'b0', 'a-1']);
  });

  it('go in turns by account when more wait than fit: a flood of one does not hold up another’s single row', async () => {
    const { begun, submit, endNext } = heldBatches({ maxRows: 4, maxInFlight: 1 });
    const flood = orders('flood', 100).map(submit);
    const single = submit({ account: 'single', number: 0 });
    await turn();
    expect(begun[0]?.map(({ account }) => account).sort()).toEqual(['flood', 'flood', 'flood', 'single']);
    endNext();
    expect(await single).toBe('single0');
    while (begun.length < 26) {
      await turn();
      endNext();
    }
    expect(await Promise.all(flood)).toEqual(orders('flood', 100).map(({ number }) => `flood${number}`));
    const inOrder = begun.flat().filter(({ account }) => account === 'flood');
    expect(inOrder.map(({ number }) => number)).toEqual(orders('flood', 100).map(({ number }) => number));
  });
});

describe('a row that its statement cannot take', () => {
  const submitTo = (fault: (rows: readonly Order[]) => Error | undefined) =>
    batched<Order, string>({
      maxRows: 10,
      maxInFlight: 2,
      accountOf: ({ account }) => account,
      async run(rows) {
        const refusal = fault(rows);
        if (refusal !== undefined) throw refusal;
        return rows.map(({ number }) => `done ${number}`);
      },
    });

  it('fails alone: those that travelled with it go again', async () => {
    const submit = submitTo((rows) => (rows.some(({ number }) => number === 2) ? new Error('bad row') : undefined));
    const settled = await Promise.allSettled(orders('a', 4).map(submit));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('is not tried alone when the database is unavailable: all fail at once', async () => {
    let statements = 0;
    const submit = submitTo(() => {
      statements += 1;
      return Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    });
    const settled = await Promise.allSettled(orders('a', 4).map(submit));
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    expect(statements).toBe(1);
  });
});
