// The built service under a clock that the parent process steps with the message { offsetMs }.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/directories.ts';

const { runService } = (await import(
  pathToFileURL(join(ROOT, 'dist/start/run.js')).href
)) as typeof import('../../src/start/run.ts');

let offsetMs = 0;
process.on('message', (message: { offsetMs: number }) => {
  offsetMs = message.offsetMs;
});
process.on('disconnect', () => process.exit(1)); // the parent is gone
await runService(process.env, () => new Date(Date.now() + offsetMs));
