// Removes what `npm pack` made before: after an upgrade, `npm install …/trip-booking-client-*.tgz` must find one file.
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const directory = dirname(dirname(fileURLToPath(import.meta.url)));
for (const name of readdirSync(directory)) if (name.endsWith('.tgz')) rmSync(join(directory, name));
