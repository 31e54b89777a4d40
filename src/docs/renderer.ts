import { existsSync, readFileSync } from 'node:fs';
import { publish } from '../web/assets.ts';

/**
 * Swagger UI: a copy of the package's files, compressed by the build. From the sources, the last build's copy is used.
 */
const BESIDE = new URL('./renderer/', import.meta.url);
const DIRECTORY = existsSync(BESIDE) ? BESIDE : new URL('../../dist/docs/renderer/', import.meta.url);

function publishBuilt(name: string): string {
  const read = (suffix: string) => readFileSync(new URL(name + suffix, DIRECTORY));
  return publish(name, read(''), { br: read('.br'), gzip: read('.gz') });
}

export const RENDERER_SCRIPT_PATH = publishBuilt('swagger-ui-bundle.js');
export const RENDERER_STYLE_PATH = publishBuilt('swagger-ui.css');

/** The script that starts it. */
const script = readFileSync(new URL('../web/assets/reference.js', import.meta.url));
export const REFERENCE_SCRIPT_PATH = publish('reference.js', script);
