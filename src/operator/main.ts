import { interruption } from './interruption.ts';
import { runCommand } from './runCommand.ts';

// A key can be given as an argument, and arguments must not appear in the list of processes.
process.title = 'trips';

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  interruption,
});
