// Starts the built service on an empty database, with the road engine as its router.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const DIST = join(import.meta.dirname, '../../dist');

export async function startQuoting(provider, roadsUrl, dataDir) {
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ROUTER: provider,
    ROUTER_URL: roadsUrl,
  };
  const child = spawn(process.execPath, [join(DIST, 'start/main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const listening = /is listening on (http:\S+)[\s\S]*trip_live_/.exec(printed);
      if (listening) resolve(listening[1]);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const demo = await promisify(execFile)(process.execPath, [join(DIST, 'operator/main.js'), 'demo', '--json'], { env });
  const { apiKey, serviceTiers } = JSON.parse(demo.stdout);
  return {
    async quote(from, to) {
      const answer = await fetch(`${url}/v1/quotes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          pickup: `${from.lat},${from.lng}`,
          dropoff: `${to.lat},${to.lng}`,
          serviceTierId: serviceTiers[0]._id,
        }),
      });
      return { status: answer.status, ...(await answer.json()) };
    },
    async stop() {
      child.removeAllListeners('exit');
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
