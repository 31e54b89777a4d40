const { API, API_KEY } = process.env;

const response = await fetch(`${API}/v1/events`, {
  headers: { Authorization: `Bearer ${API_KEY}` },
});
const { data: events } = await response.json();
for (const { type, changedBy, data } of events)
  console.log(`${type} by ${changedBy}: ${data.trip.status}`);
