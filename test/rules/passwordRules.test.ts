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
    ['wxyzabc-yzabcde', 'common'],
    ['qwe aze qsd qsd aze qwe', 'common'],
    ['ewq eza dsq dsq eza ewq', 'common'],
    ['asd zxc wxc wxc zxc asd', 'common'],
    ['dsa cxz cxw cxw cxz dsa', 'common'],
    ['secret geheim', 'common'],
    ['letmein dragon', 'common'],
    ['monkey sunshine', 'common'],
    ['starwars chocolat', 'common'],
    ['samsung windows', 'common'],
    ['chauffeur mercedes', 'common'],
    ['bordeaux printemps', 'common'],
    ['august novembre', 'common'],
    ['lundi vendredi', 'common'],
    ['Administrateur 12', 'common'],
    ['password kqz', 'common'],
    ['Bienvenue Paris', 'common'],
    ['Décembre-Février', 'common'],
    ['marie.dupont@nord.example', 'personal'],
    ['MarieDupont12', 'personal'],
    ['chauffeurs du nord', 'personal'],
    ['dupont123456', 'personal'],
    ['dupont chauffeurs kqz', 'personal'],
  ])('“%s” is weak: %s', (password, weakness) => {
    expect(weaknessOf(password, PERSONAL)).toBe(weakness);
  });

  it.each([
    'correct horse battery staple',
    'un chat noir dort',
    'x9#Kq2!vTz7w',
    'marie aime les orages',
    'password of my cat',
    'password kqzj',
    'dupont chauffeurs kqzj',
    'ключ от дома',
    '𝕏𝕐𝕑 very odd letters',
  ])('“%s” is good', (password) => {
    expect(weaknessOf(password, PERSONAL)).toBeUndefined();
  });

  it('may contain what is too short to be a name', () => {
    expect(weaknessOf('bolibobili', ['Bo Li'])).toBeUndefined();
  });
});
