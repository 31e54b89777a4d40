import { interruption } from './interruption.ts';
import { runCommand } from './runCommand.ts';

// Arguments may contain a complete API key, which must not show up in the process list.
process.title = 'trips';

// Whoever reads a backup from a pipe may close it: the write fails, and with it the command.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {}); // a terminal that was closed

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  interruption,
});
