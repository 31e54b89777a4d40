import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../errors.ts';

/**
 * Argon2id (the library's default) with the parameters OWASP recommends: 19 MiB and two passes, about 30 ms of one
 * core.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashed in place of a member who does not exist, so that the check takes equally long. */
const NOBODYS_PASSWORD = 'no such member';

// One at a time leaves the other cores to the API. Beyond this many waiting, requests are refused with Retry-After.
const MAX_WAITING = 30;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes equally long without a hash. */
  isRight(password: string, kept: string | undefined): Promise<boolean>;
}

/** The request is valid and may be retried shortly. */
const tooBusy = () => new ApiError('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '5' } });

export function createPasswords(): Passwords {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= MAX_WAITING) return Promise.reject(tooBusy());
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => {});
    return turn;
  };
  let nobodys: string | undefined;
  const nobodysHash = async () => {
    nobodys ??= await hash(NOBODYS_PASSWORD, COST);
    return nobodys;
  };
  return {
    hash: (password) => inTurn(() => hash(password, COST)),
    isRight: (password, kept) =>
      inTurn(async () => {
        const isRight = await verify(kept ?? (await nobodysHash()), password);
        return isRight && kept !== undefined;
      }),
  };
}
