const { API, API_KEY, SERVICE_TIER } = process.env;

async function post(path, body, headers = {}) {
  const response = await fetch(API + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${API_KEY}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer.data;
}

const scheduledAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
const pickup = 'Gare de Lyon, Paris'; // as the rider wrote it
const dropoff = 'Aéroport CDG Terminal 2E';

const { route, vat, warnings } = await post('/v1/quotes', {
  pickup,
  dropoff,
  serviceTierId: SERVICE_TIER,
  scheduledAt,
});
if (warnings.length > 0) throw new Error(`check before booking: ${warnings.join('; ')}`);
console.log(`quoted ${vat.totalTTC} EUR for ${route.distanceKm} km`);

const placeOf = (address, { lat, lng }) => ({ address, lat, lng });
const trip = await post(
  '/v1/trips',
  {
    pickup: placeOf(pickup, route.pickup),
    dropoff: placeOf(dropoff, route.dropoff),
    scheduledAt,
    price: vat.totalTTC,
    serviceTierId: SERVICE_TIER,
    client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
  },
  { 'Idempotency-Key': crypto.randomUUID() },
);
console.log(`booked ${trip._id}, ${trip.status}, ${trip.price} EUR`);
