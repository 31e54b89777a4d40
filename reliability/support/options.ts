import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface NumberOption {
  help: string;
  fallback: number;
  least: number;
}

type Declared = NonNullable<ParseArgsConfig['options']>;
type Values<Options extends Declared> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** Reads `--name N` options; a fault or `--help` is told on one screen and ends the program. */
export function readNumbers<Name extends string>(
  program: string,
  options: Record<Name, NumberOption>,
  words = process.argv.slice(2),
): Record<Name, number> {
  const names = Object.keys(options) as Name[];
  const help = names.map((name) => `  --${name} N   ${options[name].help} (default ${options[name].fallback})`);
  const declared = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  return readWords(program, help.join('\n'), declared, words, (values) => {
    const read = (name: Name): [Name, number] => {
      const { fallback, least } = options[name];
      return [name, numberFrom(name, values[name] ?? String(fallback), least)];
    };
    return Object.fromEntries(names.map(read)) as Record<Name, number>;
  });
}

/** Parses the words and makes something of them; a fault that either finds, or `--help`, is told and ends the program. */
export function readWords<Options extends Declared, Result>(
  program: string,
  help: string,
  declared: Options,
  words: string[],
  make: (values: Values<Options>) => Result,
): Result {
  try {
    const options = { ...declared, help: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args: words, options }) as { values: Values<Options> & { help?: boolean } };
    if (!values.help) return make(values);
    process.stdout.write(`Usage: npm run ${program} -- [options]\n\n${help}\n`);
    return process.exit(0);
  } catch (error) {
    // What parseArgs says after its first sentence is for programs that take more than options.
    process.stderr.write(`${program}: ${(error as Error).message.split(/\.\s/)[0]}\n`);
    return process.exit(2);
  }
}

export function numberFrom(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < least)
    throw new Error(`--${name} must be a number from ${least} on, not "${text}"`);
  return value;
}
