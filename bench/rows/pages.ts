import { newToken } from '../../src/accounts/token.ts';
import type { RequestShape } from '../load/requests.ts';
import { fillMedium, READABLE, spreadTripIds } from './againstBareServer.ts';
import type { Bench } from './limits.ts';
import { listing, reading } from './requests.ts';
import type { Row } from './row.ts';
import { serviceSide } from './sides.ts';

/** The API call that a page is compared with: the one whose work is most similar. */
type Call = 'GET /v1/trips' | 'GET /v1/trips/{id}';

const PAGES: [title: string, path: string, against: Call][] = [
  ['trips', '/app/trips', 'GET /v1/trips'],
  ['a trip', '/app/trips/@trip@', 'GET /v1/trips/{id}'],
  ['a voucher', '/app/trips/@trip@/voucher', 'GET /v1/trips/{id}'],
  ['developers', '/app/developers', 'GET /v1/trips'],
  ['requests', '/app/developers/requests', 'GET /v1/trips'],
  ['pricing', '/app/pricing', 'GET /v1/trips'],
  ['a scheme', '/app/pricing/@scheme@', 'GET /v1/trips'],
  ['riders', '/app/riders', 'GET /v1/trips'],
  ['vehicles', '/app/vehicles', 'GET /v1/trips'],
  ['account', '/app/account', 'GET /v1/trips/{id}'],
  ['docs', '/docs', 'GET /v1/trips/{id}'],
  ['a guide', '/docs/guides/first-booking', 'GET /v1/trips/{id}'],
  ['errors', '/docs/guides/errors', 'GET /v1/trips/{id}'],
];

/** Pages of an account of 100,000 trips compared with API calls for it, on one connection. */
export async function pageRows(world: Bench): Promise<Row[]> {
  await fillMedium(world);
  const { accountId, apiKey } = world.accounts.medium;
  const tripIds = spreadTripIds(READABLE);
  const cookie = `session=${await signIn(world, accountId)}`;
  world.generator.prepare('GET /v1/trips', listing(apiKey));
  world.generator.prepare('GET /v1/trips/{id}', reading(apiKey, tripIds));
  // In the bench, a pricing scheme has the id of its account.
  const slots: RequestShape['slots'] = {
    trip: { kind: 'random', values: tripIds },
    scheme: { kind: 'turns', values: [accountId] },
  };
  const order = { connections: 1, expectedStatus: 200 };
  return PAGES.map(([title, path, against]) => {
    world.generator.prepare(path, { method: 'GET', path, headers: { Cookie: cookie }, slots });
    return {
      title: `page: ${title}`,
      subject: serviceSide(world, path, order),
      limit: serviceSide(world, against, order, against),
      compare: 'time',
      aim: { atMost: 5 },
      sliceShare: 0.5,
    };
  });
}

/** As if the owner had just signed in; returns the token for the cookie. */
export async function signIn({ client }: Bench, accountId: string): Promise<string> {
  const { token, tokenSha256 } = newToken();
  await client.query(
    `INSERT INTO members (account_id, member_id, email, name, role, language, password_hash, created_at, changed_at)
     VALUES ($1, $1, 'owner@bench.example', '', 'OWNER', 'en', '-', now(), now()) ON CONFLICT DO NOTHING`,
    [accountId],
  );
  await client.query(
    `INSERT INTO member_sessions (account_id, member_id, session_id, token_sha256, created_at, seen_at, confirmed_at,
                                  user_agent, address)
     VALUES ($1, $1, $1, $2, now(), now(), now(), '', '') ON CONFLICT DO NOTHING`,
    [accountId, tokenSha256],
  );
  return token;
}
