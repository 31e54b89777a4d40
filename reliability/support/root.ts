import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's directory, wherever below it this file lies: as a source or compiled. */
export const ROOT = (() => {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package-lock.json'))) directory = dirname(directory);
  return directory;
})();
