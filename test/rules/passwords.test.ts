import { verify } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/accounts/passwords.ts';
import { newToken, parseToken } from '../../src/accounts/token.ts';
import { sha256 } from '../../src/sha256.ts';

describe('a password', () => {
  it('is kept as Argon2id, at the cost that OWASP recommends', async () => {
    const kept = await createPasswords().hash('correct horse');
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(kept, 'correct horse')).toBe(true);
  });

  it('is right if it is the one that is kept', async () => {
    const passwords = createPasswords();
    const kept = await passwords.hash('correct horse');
    expect([await passwords.isRight('correct horse', kept), await passwords.isRight('wrong horse', kept)]).toEqual([
      true,
      false,
    ]);
  });

  it('is wrong for a member who does not exist, whatever it is', async () => {
    const passwords = createPasswords();
    for (const guess of ['correct horse', 'no such member', 'no such member'])
      expect(await passwords.isRight(guess, undefined)).toBe(false);
  });

  it('waits for at most thirty others; after that, callers are asked to try again', async () => {
    const passwords = createPasswords();
    const waiting = Array.from({ length: 30 }, () => passwords.isRight('guess', 'not a hash'));
    await expect(passwords.isRight('guess', undefined)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '5' },
    });
    await Promise.allSettled(waiting);
    // One that failed keeps nobody waiting.
    expect(await passwords.isRight('guess', undefined)).toBe(false);
  });

  it('is checked one at a time', async () => {
    const passwords = createPasswords();
    const kept = await passwords.hash('correct horse');
    const done: number[] = [];
    await Promise.all([
      passwords.isRight('correct horse', kept).then(() => done.push(1)),
      passwords.isRight('correct horse', 'not a hash').catch(() => done.push(2)),
      passwords.isRight('correct horse', kept).then(() => done.push(3)),
    ]);
    expect(done).toEqual([1, 2, 3]);
  });
});

describe('the token of a link or a cookie', () => {
  it('is new each time, and known by its hash', () => {
    const [one, other] = [newToken(), newToken()];
    expect(one.token).not.toBe(other.token);
    expect(one.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(one.tokenSha256).toEqual(sha256(one.token));
    expect(parseToken(one.token)).toEqual(one.tokenSha256);
  });

  it.each([undefined, '', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`, `x${'a'.repeat(43)}`])(
    'is none if it is %s',
    (text) => {
      expect(parseToken(text)).toBeUndefined();
    },
  );
});
