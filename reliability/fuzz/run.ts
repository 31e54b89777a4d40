import { randomInt } from 'node:crypto';
import { readNumbers } from '../support/commandLine.ts';
import { fuzz } from './running/campaign.ts';

const options = readNumbers('fuzz', {
  requests: { help: 'send at least this many requests', fallback: 100_000, least: 1 },
  minutes: { help: 'go on for at least this long', fallback: 0, least: 0 },
  seed: { help: 'repeat the choices of an earlier run; a new one each time', fallback: randomInt(2 ** 31), least: 0 },
});

process.exit((await fuzz(options)) ? 0 : 1);
