import { cpus, totalmem } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';

interface NumberOption {
  help: string;
  fallback: number;
  least: number;
}

type Declared = NonNullable<ParseArgsConfig['options']>;
type Values<Options extends Declared> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** Reads `--name N` options. */
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

/** Parses the command line and makes something of it; `--help` or a mistake is printed and ends the program. */
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
    // After its first sentence, parseArgs talks about positional arguments.
    process.stderr.write(`${program}: ${(error as Error).message.split(/\.\s/)[0]}\n`);
    return process.exit(2);
  }
}

export function numberFrom(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < least)
    throw new Error(`--${name} must be a number of at least ${least}, not "${text}"`);
  return value;
}

/** One line that is overwritten on a terminal, and one line each time anywhere else. */
export function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}

export const machine = () =>
  `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform} ${process.arch}`;
