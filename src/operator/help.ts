import type { Signature } from './command.ts';

const CALL = 'npm run -s trips --';

export function helpForAll(commands: Signature[]): string {
  return `Usage: ${CALL} COMMAND [--json]

${table(commands.map((command) => [signature(command), command.help]))}

Every command takes --json (print only JSON) and --help. Commands use the configured database, whether or not the
service is running: DATABASE_URL, or the embedded one under DATA_DIR (default ./data).
`;
}

export function helpForGroup(group: string, commands: Signature[]): string {
  return `Usage: ${CALL} ${group} COMMAND [--json]\n\n${table(commands.map((command) => [signature(command), command.help]))}\n`;
}

export function helpForCommand(command: Signature): string {
  const options = Object.entries(command.options ?? {}).map(([name, { value, help, isRequired }]) => [
    `  --${name}${value ? ` ${value}` : ''}`,
    `${help}${isRequired ? ' (required)' : ''}`,
  ]);
  const all = [...options, ['  --json', 'print only JSON on standard output']];
  return `Usage: ${CALL} ${signature(command)} [options]\n\n${command.help}\n\n${table(all)}\n`;
}

const signature = ({ words, argument }: Signature) => (argument ? `${words} ${argument}` : words);

function table(rows: string[][]): string {
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return rows.map(([left = '', right = '']) => `${left.padEnd(width)}   ${right}`).join('\n');
}
