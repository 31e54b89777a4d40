import { type OpenApiDocument, readDescription } from '../../reliability/fuzz/making/description.ts';
import { type Draft, draftRequest, writeBody } from '../../reliability/fuzz/making/draft.ts';
import { type Account, World } from '../../reliability/fuzz/making/world.ts';
import { seededRandom } from '../../reliability/support/random.ts';
import { openApiDocument } from '../../src/contract/openapi/document.ts';

/** The description as the service sends it. */
export const description = readDescription(
  JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:3000'))) as OpenApiDocument,
);

const id = (digit: string) => digit.repeat(24);

const account = (digit: string): Account => ({
  accountId: id(digit),
  apiKey: `trip_live_${id(digit)}.${digit.repeat(43)}`,
  isVatExempt: false,
  owned: {
    clientId: [id(digit)],
    vehicleId: [id(digit)],
    serviceTierId: [id('c')],
    pricingSchemeId: [id(digit)],
    tripId: [id(digit)],
  },
  seen: {},
});

/** A service that nobody runs: two accounts, with one thing of each kind. */
export const smallWorld = () => new World([account('1'), account('2')], [`trip_live_${id('3')}.${'3'.repeat(43)}`]);

/** A valid request for the operation, with its body written. */
export function validRequest(operationId: string, world = smallWorld(), seed = 1): Draft {
  const operation = description.operations.find((each) => each.id === operationId);
  const [first] = world.accounts;
  if (!operation || !first) throw new Error(`no operation ${operationId}`);
  const draft = draftRequest(
    { description, random: seededRandom(seed), nowMs: Date.parse('2027-03-01T08:00:00Z') },
    operation,
    first,
    `request-${seed}`,
  );
  writeBody(draft);
  return draft;
}
