import { systemClock } from '../clock.ts';
import { runService } from './run.ts';

await runService(process.env, systemClock);
