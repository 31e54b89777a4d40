import { parseArgs } from 'node:util';

export interface NumberOption {
  help: string;
  fallback: number;
  least: number;
}

/** Reads `--name N` options; a fault or `--help` is told on one screen and ends the program. */
export function readNumbers<Name extends string>(
  program: string,
  options: Record<Name, NumberOption>,
  words = process.argv.slice(2),
): Record<Name, number> {
  const names = Object.keys(options) as Name[];
  const declared = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({ args: words, options: { ...declared, help: { type: 'boolean' } } }));
  } catch (error) {
    return giveUp(program, (error as Error).message.split(/\.\s/)[0] ?? '');
  }
  if (values.help) {
    const lines = names.map((name) => `  --${name} N   ${options[name].help} (default ${options[name].fallback})`);
    process.stdout.write(`Usage: npm run ${program} -- [options]\n\n${lines.join('\n')}\n`);
    process.exit(0);
  }
  const read = (name: Name): [Name, number] => {
    const { fallback, least } = options[name];
    const given = values[name];
    const value = given === undefined ? fallback : Number(given);
    if (given === '' || !Number.isFinite(value) || value < least)
      giveUp(program, `--${name} must be a number from ${least} on, not "${given}"`);
    return [name, value];
  };
  return Object.fromEntries(names.map(read)) as Record<Name, number>;
}

function giveUp(program: string, fault: string): never {
  process.stderr.write(`${program}: ${fault}\n`);
  process.exit(2);
}
