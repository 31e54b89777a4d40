import { interruption } from './interruption.ts';
import { runCommand } from './runCommand.ts';

// Arguments may contain a complete API key, which must not show up in the process list.
process.title = 'trips';

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  interruption,
});
