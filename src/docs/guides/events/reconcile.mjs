import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const { API, API_KEY } = process.env;
const FILE = 'orders.json';

// Your own list and the cursor, kept together. In production they are in your database.
// An order can have several trips: each has a status, a price and a pickup time of its own.
const state = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {
      cursor: null,
      orders: {
        'ORDER-5001': { trips: {} },
        'ORDER-5002': { trips: {} },
      },
    };

async function readEvents(after) {
  const query = new URLSearchParams({ limit: '100', ...(after && { after }) });
  const response = await fetch(`${API}/v1/events?${query}`, {
    headers: { Authorization: `Bearer ${API_KEY}` },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer;
}

function apply({ data: { trip } }) {
  const number = trip.externalReference;
  const order = state.orders[number];
  if (!order) return console.log(`trip ${trip.reference} belongs to no order`);
  const current = `${trip.status}, ${trip.price} EUR, ${trip.scheduledPickupTime}`;
  if (order.trips[trip._id] !== current)
    console.log(`${number}, trip ${trip._id}: ${current}`);
  order.trips[trip._id] = current;
}

let count = 0;
for (let hasNext = true; hasNext; ) {
  const { data, pagination } = await readEvents(state.cursor);
  data.forEach(apply);
  count += data.length;
  hasNext = pagination.hasNext;
  state.cursor = pagination.next;
  writeFileSync(FILE, JSON.stringify(state)); // the changes and the cursor in one write
}

console.log(`${count} events read`);
for (const [number, { trips }] of Object.entries(state.orders))
  if (Object.keys(trips).length === 0) console.log(`${number} has no trip`);
