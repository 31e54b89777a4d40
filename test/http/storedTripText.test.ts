import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CreateTripRequest } from '../../src/contract/trip.ts';
import { advanceTrip } from '../support/advance.ts';
import { type Schema, valid } from '../support/arbitraries.ts';
import { newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

/** As after a release that has other members. */
const outdateTexts = () => service.database.query({ text: 'UPDATE trips SET members_shape = 0' });

const withoutReferences = (request: Record<string, unknown>) => {
  const { clientId: _, vehicleId: __, serviceTierId: ___, pricingSchemeId: ____, ...rest } = request;
  return { ...rest, client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' } };
};

/** Everything that answers with the trip, as bytes. */
async function textsOf(tripId: string): Promise<string[]> {
  return [(await account.api.read(tripId)).text, (await account.api.list('?limit=100')).text];
}

describe('a trip whose text was stored at its booking', () => {
  it('reads, to the byte, as it does from its columns', async () => {
    await fc.assert(
      fc.asyncProperty(valid(CreateTripRequest as Schema) as fc.Arbitrary<Record<string, unknown>>, async (request) => {
        const created = await account.api.send('POST', '/v1/trips', {
          body: withoutReferences(request),
          headers: newKey(),
        });
        fc.pre(created.status === 201);
        const kept = await textsOf(created.body.data._id);
        await outdateTexts();
        expect(await textsOf(created.body.data._id)).toEqual(kept);
        expect(JSON.parse(kept[0] ?? '').data).toEqual({ ...created.body.data, statusHistory: expect.anything() });
      }),
      { numRuns: 60 },
    );
  });

  it.each(['with its text', 'with an outdated one'])('is answered in one form by every operation, %s', async (how) => {
    const created = await account.api.create({ note: 'Line one\nLine "two" \\ 🚕' });
    const { _id } = created.body.data;
    if (how === 'with an outdated one') await outdateTexts();
    const textOfTrip = (text: string) => /"data":\[?(\{.*?"isPaid":(?:true|false))/s.exec(text)?.[1];
    const [read, listed] = await textsOf(_id);
    expect(textOfTrip(read ?? '')).toBe(textOfTrip(created.text));
    expect(listed).toContain(textOfTrip(created.text));
    await advanceTrip(service, _id, 'FINISHED_PAYED');
    const key = newKey();
    const cancelled = await account.api.cancel(_id, { headers: key });
    expect(cancelled.text).toContain('"status":"CANCELLED","isPaid":true');
    expect(textOfTrip((await account.api.read(_id)).text)).toBe(textOfTrip(cancelled.text));
    expect((await account.api.cancel(_id, { headers: key })).text).toBe(cancelled.text);
  });

  it.each(['with its text', 'with an outdated one'])(
    'is kept under a key as it was answered, also without an executor, %s',
    async (how) => {
      const contractor = await service.account({ role: 'CONTRACTOR' });
      const { _id } = await contractor.api.createdTrip();
      if (how === 'with an outdated one') await outdateTexts();
      const key = newKey();
      const cancelled = await contractor.api.cancel(_id, { headers: key });
      expect(cancelled.text).toContain('"executorId":null,"status":"CANCELLED","isPaid":false');
      const replayed = await contractor.api.cancel(_id, { headers: key });
      expect([replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([cancelled.text, 'true']);
    },
  );

  it('is rendered from its columns when its text has other members than today’s: read, listed, cancelled', async () => {
    const { _id } = await account.api.createdTrip({ note: 'before' });
    await service.database.query({
      text: `UPDATE trips SET note = 'after', members_shape = 0, fixed_members = '"_id":"' || trip_id || '"' WHERE trip_id = $1`,
      values: [_id],
    });
    expect(await account.api.tripNow(_id)).toMatchObject({ _id, note: 'after', price: expect.any(Number) });
    const listed = (await account.api.list('?limit=100')).body.data.find((trip: { _id: string }) => trip._id === _id);
    expect(listed).toMatchObject({ note: 'after', paxNumber: expect.any(Number) });
    expect((await account.api.cancel(_id)).body.data).toMatchObject({ note: 'after', status: 'CANCELLED' });
  });

  it('is replayed as it was booked, though its columns and its members have changed since', async () => {
    const headers = newKey();
    const booked = await account.api.create({ note: 'as booked' }, headers);
    await advanceTrip(service, booked.body.data._id, 'OTWTP');
    await outdateTexts();
    const { status, text } = await account.api.create({ note: 'as booked' }, headers);
    expect([status, text]).toEqual([201, booked.text]);
  });
});
