import { existsSync, readFileSync } from 'node:fs';
import { publish } from '../web/assets.ts';

/** What draws the reference: a copy of the package's files, compressed by the build. The sources run with what was built last. */
const BESIDE = new URL('./renderer/', import.meta.url);
const DIRECTORY = existsSync(BESIDE) ? BESIDE : new URL('../../dist/docs/renderer/', import.meta.url);

function publishBuilt(name: string): string {
  const read = (suffix: string) => readFileSync(new URL(name + suffix, DIRECTORY));
  return publish(name, read(''), { br: read('.br'), gzip: read('.gz') });
}

export const RENDERER_SCRIPT_PATH = publishBuilt('swagger-ui-bundle.js');
export const RENDERER_STYLE_PATH = publishBuilt('swagger-ui.css');

/** How the renderer is called. */
const script = readFileSync(new URL('../web/assets/reference.js', import.meta.url));
export const REFERENCE_SCRIPT_PATH = publish('reference.js', script);
