import pg from 'pg';
import { expect, it } from 'vitest';
import {
  MEMBER_ROLES,
  RIDER_TYPES,
  ROLES,
  TRIP_BOUNDS,
  TRIP_STATUSES,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_STATUSES,
} from '../../src/contract/values.ts';
import { TRIP_TYPES, VAT_RATES } from '../../src/money/vat.ts';
import { databaseForFile } from '../support/database.ts';

const { target } = await databaseForFile();

// A value that the service accepts and the table refuses would be a 500.
it.each<[constraint: string, values: readonly (string | number)[]]>([
  ['accounts_role_check', ROLES],
  ['members_role_check', MEMBER_ROLES],
  ['member_invitations_role_check', MEMBER_ROLES],
  ['riders_type_check', RIDER_TYPES],
  ['trips_status_check', TRIP_STATUSES],
  ['trips_trip_type_check', TRIP_TYPES],
  ['trips_vat_rate_check', VAT_RATES],
  ['trips_pax_number_check', Object.values(TRIP_BOUNDS.passengers)],
  ['webhook_endpoints_status_check', WEBHOOK_STATUSES],
  ['webhook_endpoints_disabled_reason_check', WEBHOOK_DISABLED_REASONS],
])('%s allows what the service accepts', async (constraint, values) => {
  const client = new pg.Client(target);
  await client.connect();
  const { rows } = await client.query<{ condition: string }>(
    'SELECT pg_get_constraintdef(oid) AS condition FROM pg_constraint WHERE conname = $1',
    [constraint],
  );
  await client.end();
  const allowed = [...(rows[0]?.condition ?? '').matchAll(/'(\w+)'|\b(\d+)\b/g)].map(
    ([, text, number]) => text ?? number,
  );
  expect(allowed.sort()).toEqual(values.map(String).sort());
});
