// Builds road tiles from town.osm in the given folder; returns the engine's configuration.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getConfig } from '@valhallajs/valhallajs';

export async function buildTiles(folder) {
  const pbf = join(folder, 'town.osm.pbf');
  const configFile = join(folder, 'valhalla.json');
  const config = await getConfig({ tileDir: join(folder, 'tiles'), tileExtract: join(folder, 'tiles.tar') });
  writeFileSync(configFile, JSON.stringify(config));
  run(folder, 'osmium', ['cat', '--overwrite', '--output', pbf, join(import.meta.dirname, 'town.osm')]);
  run(folder, join(import.meta.dirname, 'node_modules/.bin/valhalla'), ['build_tiles', '-c', configFile, pbf]);
  return config;
}

function run(folder, program, args) {
  // The tile builder writes files to its working directory.
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${error?.message ?? `${stdout}${stderr}`}`);
}
