import { setTimeout as wait } from 'node:timers/promises';

const { API, API_KEY } = process.env;
const MOST_ATTEMPTS = 6;

/** Books once, however often it has to ask. Keep `key` with your order before you call this. */
async function bookSafely(key, booking) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(key, booking);
    if (answer.status === 201)
      return { trip: answer.body.data, replayed: answer.replayed, attempt };
    if (!isWorthAnotherTry(answer) || attempt === MOST_ATTEMPTS)
      throw new Error(`attempt ${attempt}: ${answer.body?.code ?? answer.failure}`);
    // Wait as long as Retry-After says, or else 1, 2, 4, 8 … seconds with jitter.
    await wait(
      1000 * (answer.retryAfter ?? 2 ** (attempt - 1) * (0.75 + Math.random() / 2)),
    );
  }
}

async function send(key, booking) {
  try {
    const response = await fetch(`${API}/v1/trips`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${API_KEY}`,
        'Idempotency-Key': key,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(booking),
      signal: AbortSignal.timeout(10_000),
    });
    return {
      status: response.status,
      body: await response.json(),
      replayed: response.headers.get('idempotent-replayed') === 'true',
      retryAfter: response.headers.has('retry-after')
        ? Number(response.headers.get('retry-after'))
        : undefined,
    };
  } catch (error) {
    return { status: 0, failure: error.name }; // no response, or an incomplete one
  }
}

/** No response, too slow, still running, too many, or a fault of the service. Fix anything else. */
const isWorthAnotherTry = ({ status, body }) =>
  status === 0 ||
  status === 408 ||
  status === 429 ||
  status >= 500 ||
  body?.code === 'IDEMPOTENCY_KEY_IN_PROGRESS';

const { trip, replayed, attempt } = await bookSafely(crypto.randomUUID(), {
  pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
  dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
  scheduledAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  price: 66,
  client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
  externalReference: 'ORDER-4711',
});
console.log(`booked ${trip._id} at attempt ${attempt}, replayed: ${replayed}`);
