// The built modules of dist/ are measured, typed by their sources.
const load = async <Module>(path: string): Promise<Module> =>
  import(new URL(`../../dist/${path}`, import.meta.url).href);

export type Roads = typeof import('../src/places/embedded/roads.ts');

export async function loadBuilt() {
  const [roads, waters, steep, greatCircle, highways, router, gazetteer, geocoder, pointOfTown, tables] =
    await Promise.all([
      load<Roads>('places/embedded/roads.js'),
      load<typeof import('../src/places/embedded/waters.ts')>('places/embedded/waters.js'),
      load<typeof import('../src/places/embedded/steep.ts')>('places/embedded/steep.js'),
      load<typeof import('../src/places/embedded/greatCircle.ts')>('places/embedded/greatCircle.js'),
      load<typeof import('../src/places/embedded/highways.ts')>('places/embedded/highways.js'),
      load<typeof import('../src/places/embedded/router.ts')>('places/embedded/router.js'),
      load<typeof import('../src/places/gazetteer/gazetteer.ts')>('places/gazetteer/gazetteer.js'),
      load<typeof import('../src/places/gazetteer/geocoder.ts')>('places/gazetteer/geocoder.js'),
      load<typeof import('../src/places/gazetteer/pointOfTown.ts')>('places/gazetteer/pointOfTown.js'),
      load<typeof import('../src/places/gazetteer/tables.ts')>('places/gazetteer/tables.js'),
    ]);
  return {
    roads,
    ...waters,
    ...steep,
    ...greatCircle,
    ...highways,
    ...router,
    ...gazetteer,
    ...geocoder,
    ...pointOfTown,
    ...tables,
  };
}

export type Built = Awaited<ReturnType<typeof loadBuilt>>;

export const GAZETTEER_FILE = new URL('../../dist/places/gazetteer.json', import.meta.url);
