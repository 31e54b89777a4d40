import { describe, expect, it } from 'vitest';
import { weaknessOf } from '../../src/accounts/passwordRules.ts';

const PERSONAL = ['marie.dupont@nord.example', 'Marie Dupont', 'Chauffeurs du Nord'];

describe('a password', () => {
  it.each([
    ['123456789012', 'common'],
    ['098765432109', 'common'],
    ['passwordpassword', 'repetition'],
    ['aaaaaaaaaaaaaa', 'repetition'],
    ['abababababab', 'repetition'],
    ['abc123abc123abc', 'repetition'],
    ['            ', 'repetition'],
    ['Password1234!', 'common'],
    ['P@$$word 2345', 'common'],
    ['motdepasse123', 'common'],
    ['qwertyuiop12', 'common'],
    ['azertyuiop123', 'common'],
    ['abcdefghijklm', 'common'],
    ['Bienvenue Paris', 'common'],
    ['Décembre-Février', 'common'],
    ['marie.dupont@nord.example', 'personal'],
    ['MarieDupont12', 'personal'],
    ['chauffeurs du nord', 'personal'],
    ['dupont123456', 'personal'],
  ])('“%s” is weak: %s', (password, weakness) => {
    expect(weaknessOf(password, PERSONAL)).toBe(weakness);
  });

  it.each([
    'correct horse battery staple',
    'un chat noir dort',
    'x9#Kq2!vTz7w',
    'marie aime les orages',
    'password of my cat',
    'ключ от дома',
    '𝕏𝕐𝕑 very odd letters',
  ])('“%s” is good', (password) => {
    expect(weaknessOf(password, PERSONAL)).toBeUndefined();
  });

  it('of the greatest length is judged quickly', () => {
    for (const password of ['a1'.repeat(100), 'abcdefgh'.repeat(25), 'qz'.repeat(99).concat('xy')]) {
      const begun = performance.now();
      weaknessOf(password, PERSONAL);
      expect(performance.now() - begun).toBeLessThan(50);
    }
  });
});
