// Serves the engine over the two HTTP interfaces that the service supports: Valhalla's own and OSRM's.
import { once } from 'node:events';
import { createServer } from 'node:http';

// The engine in this package throws only a message; Valhalla's server would add these codes.
const FAILURES = {
  'Locations are in unconnected regions. Go check/edit the map at osm.org': { error_code: 170, code: 'NoRoute' },
  'No suitable edges near location': { error_code: 171, code: 'NoSegment' },
  'No path could be found for input': { error_code: 442, code: 'NoRoute' },
};

export async function serveRoads(actor) {
  let isPaused = false;
  const server = createServer(async (request, response) => {
    if (isPaused) return void response.destroy();
    const { status, body } = await answer(actor, request).catch((error) => ({ status: 500, body: `${error.stack}` }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Answers no request while `work` runs. */
    async pause(work) {
      isPaused = true;
      await work();
      isPaused = false;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(actor, request) {
  const url = new URL(request.url, 'http://localhost');
  if (request.method === 'POST' && url.pathname === '/route') return route(actor, JSON.parse(await read(request)));
  const [, from, to] = /^\/route\/v1\/driving\/([-\d.,]+);([-\d.,]+)$/.exec(url.pathname) ?? [];
  if (request.method === 'GET' && to !== undefined) return route(actor, osrmQuestion(from, to, url.searchParams));
  return { status: 404, body: { error: 'Try POST /route or GET /route/v1/driving/LNG,LAT;LNG,LAT' } };
}

function osrmQuestion(from, to, parameters) {
  const radiuses = parameters.get('radiuses')?.split(';') ?? [];
  const locations = [from, to].map((position, index) => {
    const [lon, lat] = position.split(',').map(Number);
    return { lat, lon, ...(radiuses[index] ? { search_cutoff: Number(radiuses[index]) } : {}) };
  });
  return { locations, costing: 'auto', directions_type: 'none', format: 'osrm' };
}

async function route(actor, question) {
  try {
    return { status: 200, body: await actor.route(question) };
  } catch (error) {
    const sentence = error.message.replace(/^Route error: /, '');
    const failure = FAILURES[sentence];
    if (failure === undefined) throw error;
    const { code, error_code } = failure;
    const body =
      question.format === 'osrm'
        ? { code, message: sentence }
        : { error_code, error: sentence, status_code: 400, status: 'Bad Request' };
    return { status: 400, body };
  }
}

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
