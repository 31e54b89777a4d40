/**
 * A Postman collection of every operation of an OpenAPI description, ready to run from top to bottom once `bearerToken`
 * and `serviceTierId` are set: each request takes its identifiers from the responses before it, has an Idempotency-Key
 * of its own and books for next week. `converter` is the package openapi-to-postmanv2.
 */
export async function postmanCollection(document, converter) {
  const collection = await convert(document, converter);
  collection.item = collection.item.map(inOrder);
  const requests = requestsIn(collection);
  for (const item of requests) fillIn(item);
  const names = new Set(['bearerToken', 'scheduledAt', ...requests.flatMap(({ request }) => variablesIn(request))]);
  collection.variable.push(...[...names].map((key) => ({ key, value: '' })));
  collection.event = [script('prerequest', NEXT_WEEK)];
  return collection;
}

/** An event is sent again to an endpoint that was made before, and what was made is deleted at the end. */
function inOrder(folder) {
  const rankOf = ({ request: { method, url } }) => (method === 'DELETE' ? 2 : url.path.at(-1) === 'redeliver' ? 1 : 0);
  return { ...folder, item: folder.item.toSorted((one, other) => rankOf(one) - rankOf(other)) };
}

/** Every request of a collection, in the order in which they run. */
export const requestsIn = ({ item }) => item.flatMap((each) => (each.item ? requestsIn(each) : [each]));

function convert(document, converter) {
  const options = { folderStrategy: 'Tags', parametersResolution: 'Example' };
  return new Promise((resolve, reject) => {
    converter.convertV2({ type: 'json', data: document }, options, (error, { result, reason, output }) => {
      if (error || !result) reject(error ?? new Error(`the description cannot be converted: ${reason}`));
      else resolve(output[0].data);
    });
  });
}

const NEXT_WEEK = `pm.collectionVariables.set('scheduledAt', new Date(Date.now() + 7 * 86400000).toISOString());`;

function fillIn(item) {
  const { request } = item;
  const idName = idNameOf(request.url.path);
  for (const header of request.header ?? []) {
    if (header.key === 'Idempotency-Key') header.value = '{{$guid}}';
    if (header.key === 'X-Request-Id') header.disabled = true;
  }
  for (const parameter of request.url.query) parameter.disabled = !isRequired(parameter);
  for (const parameter of request.url.variable) if (parameter.key === 'id') parameter.value = `{{${idName}}}`;
  if (request.body?.raw) request.body.raw = JSON.stringify(withVariables(JSON.parse(request.body.raw)), null, 2);
  item.response = item.response.filter(({ code }) => code < 300);
  item.event = [script('test', ...expectSuccess(idName))];
}

/** The name that other requests use for an identifier of this resource: `tripId`, `serviceTierId`. */
function idNameOf([, resource]) {
  if (resource === 'webhook-endpoints') return 'endpointId';
  const words = resource.replace(/s$/, '').split('-');
  return `${words.map((word, index) => (index === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('')}Id`;
}

const isRequired = ({ description }) => description?.content?.startsWith('(Required)') === true;

/** Identifiers and the pickup time come from variables; everything else is the example’s. */
function withVariables(value) {
  if (Array.isArray(value)) return value.map(withVariables);
  if (value === null || typeof value !== 'object') return value;
  const isVariable = ([name, each]) => name === 'scheduledAt' || /^[0-9a-f]{24}$/.test(each);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isVariable([name, each]) ? `{{${name}}}` : withVariables(each)]),
  );
}

const expectSuccess = (idName) => [
  `pm.test(pm.info.requestName + ' succeeds', () => pm.response.to.be.success);`,
  `const answer = pm.response.text() ? pm.response.json() : {};`,
  `const [first] = [answer.data].flat();`,
  `if (first?._id) pm.collectionVariables.set('${idName}', first._id);`,
];

const script = (listen, ...exec) => ({ listen, script: { type: 'text/javascript', exec } });

/** The variables that a request uses, without those of Postman itself. */
const variablesIn = (request) =>
  [...JSON.stringify([request.url.variable, request.body?.raw ?? '']).matchAll(/\{\{(\w+)\}\}/g)].map(
    ([, name]) => name,
  );
