import { setTimeout as wait } from 'node:timers/promises';

const { API, API_KEY } = process.env;

/** Sends one request; told to come back later, it does. */
async function read(path) {
  for (;;) {
    const response = await fetch(API + path, {
      headers: { Authorization: `Bearer ${API_KEY}` },
    });
    if (response.status !== 429) return response.json();
    await wait(1000 * Number(response.headers.get('retry-after')));
  }
}

const pages = Array.from({ length: 12 }, (_, index) => index + 1);
const answers = await Promise.all(
  pages.map((page) => read(`/v1/trips?limit=100&page=${page}`)),
);
console.log(
  `${answers.filter(({ success }) => success).length} of ${pages.length} pages read`,
);
