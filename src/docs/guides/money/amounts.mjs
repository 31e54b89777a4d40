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
const { route, price, vat } = await post('/v1/quotes', {
  pickup: 'Gare de Lyon, Paris',
  dropoff: 'Aéroport CDG Terminal 2E',
  serviceTierId: SERVICE_TIER,
  scheduledAt,
});
console.log(`quote: ${price.total} + ${vat.amount} VAT = ${vat.totalTTC} EUR`);

const trip = await post(
  '/v1/trips',
  {
    pickup: { address: route.pickup.label, lat: route.pickup.lat, lng: route.pickup.lng },
    dropoff: {
      address: route.dropoff.label,
      lat: route.dropoff.lat,
      lng: route.dropoff.lng,
    },
    scheduledAt,
    price: vat.totalTTC, // not price.total, which is before VAT
    client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
  },
  { 'Idempotency-Key': crypto.randomUUID() },
);
console.log(`trip:  ${trip.priceHT} + ${trip.vatAmount} VAT = ${trip.price} EUR`);
