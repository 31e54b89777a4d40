const { API, API_KEY } = process.env;

const response = await fetch(`${API}/v1/trips/665f1f77bcf86cd799439011`, {
  headers: { Authorization: `Bearer ${API_KEY}` },
});
if (!response.ok) {
  const { code, message } = await response.json();
  if (code === 'TRIP_NOT_FOUND') console.log('no such trip');
  else console.error(code, message, response.headers.get('x-request-id'));
}
