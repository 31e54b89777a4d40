import { readFile } from 'node:fs/promises';

const { API, API_KEY_FILE } = process.env;
const readKey = async () => (await readFile(API_KEY_FILE, 'utf8')).trim();
let key = await readKey();

/** Uses the current key. If it is refused, reads the file again for a newer one. */
async function call(path, options = {}) {
  const send = () =>
    fetch(API + path, {
      ...options,
      headers: { ...options.headers, Authorization: `Bearer ${key}` },
    });
  const response = await send();
  if (response.status !== 401) return response;
  const newer = await readKey();
  if (newer === key) return response;
  key = newer;
  return send();
}

const response = await call('/v1/trips?limit=1');
console.log(response.status);
