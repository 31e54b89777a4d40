import { describe, expect, it } from 'vitest';
import { operatorOn } from '../support/operator.ts';
import { COMMANDS } from '../support/operatorCommands.ts';

// A database that nobody could open: help must not need one.
const operator = operatorOn({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
const groups = [...new Set(COMMANDS.map(([words]) => words.split(' ')))].filter((words) => words.length > 1);

describe('the operator’s command explains itself without a database', () => {
  it.each(['--help', '-h'])('as a whole, with every command, by %s', async (option) => {
    const text = await operator.text(option);
    expect(text).toMatch(/^Usage: npm run -s trips -- COMMAND/);
    for (const [words] of COMMANDS) expect(text).toMatch(new RegExp(`^${words}\\b.* {3}\\S`, 'm'));
  });

  it.each([...new Set(groups.map(([group]) => group))])('%s, with its commands and no others', async (group) => {
    const text = await operator.text(`${group} --help`);
    expect(text).toContain(`Usage: npm run -s trips -- ${group} COMMAND`);
    for (const [words] of COMMANDS) expect(text.includes(`\n${words}`)).toBe(words.startsWith(`${group} `));
  });

  it.each(COMMANDS.map(([words]) => words))('%s, with its options', async (words) => {
    const text = await operator.text(`${words} --help`);
    expect(text).toContain(`Usage: npm run -s trips -- ${words}`);
    expect(text).toMatch(/^ {2}--json +\S/m);
  });

  it('marks what is required', async () => {
    expect(await operator.text('accounts create -h')).toMatch(/--role ROLE +DRIVER or CONTRACTOR \(required\)/);
    expect(await operator.text('keys rotate --help')).toContain('keys rotate KEYID');
  });
});
