// The service as it is built, under a clock that whoever started it can step: { offsetMs } as a message.
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
process.on('disconnect', () => process.exit(1)); // nobody is left who would end it
await runService(process.env, () => new Date(Date.now() + offsetMs));
