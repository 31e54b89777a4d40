/** The parts of a Postman collection, format 2.1, that we read or write. */
export interface Collection {
  info: { name: string; description: string; schema: string };
  item: Folder[];
  variable: Variable[];
  event?: Script[];
  auth?: unknown;
}

interface Folder {
  name: string;
  description?: string;
  item: Item[];
}

export interface Item {
  name: string;
  request: Request;
  event?: Script[];
  response: { code: number }[];
}

interface Request {
  method: string;
  description?: string;
  header?: Variable[];
  url: { host: string[]; path: string[]; query: Variable[]; variable: Variable[] };
  body?: { mode: 'raw'; raw?: string; options: unknown };
}

interface Variable {
  key: string;
  value: string;
  disabled?: boolean;
}

interface Script {
  listen: 'prerequest' | 'test';
  script: { type: 'text/javascript'; exec: string[] };
}

const FIRST_FOLDER = 'Catalogue';

/**
 * Makes a collection of the API ready to run from top to bottom once `bearerToken` is set: each request takes its identifiers
 * from the responses before it, has an Idempotency-Key of its own and books for next week.
 */
export function readyToRun(collection: Collection): Collection {
  const folders = collection.item
    .flatMap(ridersApart)
    .map(inOrder)
    .sort((one, other) => folderRank(one) - folderRank(other));
  const requests = folders.flatMap(({ item }) => item);
  const created = new Set(requests.filter(isCreation).map(resourceOf));
  // Where we create a record, no other request may use or delete one that the account had before.
  const givesId = (item: Item) => isCollection(item) && (isCreation(item) || !created.has(resourceOf(item)));
  for (const item of requests) fillIn(item, givesId(item));
  const names = new Set(['bearerToken', 'scheduledAt', ...requests.flatMap(variablesOf)]);
  return {
    ...collection,
    item: folders,
    variable: [...collection.variable, ...[...names].map((key) => ({ key, value: '' }))],
    event: [script('prerequest', NEXT_WEEK)],
  };
}

/** A new account has no riders until it books, so the requests that read them are not among the first. */
function ridersApart(folder: Folder): Folder[] {
  const isOfRiders = (item: Item) => resourceOf(item) === 'clients';
  const riders = folder.item.filter(isOfRiders);
  if (riders.length === 0) return [folder];
  return [
    { ...folder, item: folder.item.filter((item) => !isOfRiders(item)) },
    { name: 'Riders', item: riders },
  ];
}

/** Quotes need an identifier of the catalogue. */
const folderRank = ({ name }: Folder) => (name === FIRST_FOLDER ? 0 : 1);

/** An event is sent again to an endpoint that was made before, and what was made is deleted at the end. */
function inOrder(folder: Folder): Folder {
  const rankOf = ({ request: { method, url } }: Item) =>
    method === 'DELETE' ? 2 : url.path.at(-1) === 'redeliver' ? 1 : 0;
  return { ...folder, item: folder.item.toSorted((one, other) => rankOf(one) - rankOf(other)) };
}

const resourceOf = ({ request }: Item) => request.url.path[1] ?? '';
const isCollection = ({ request }: Item) => request.url.path.length === 2;
const isCreation = (item: Item) => item.request.method === 'POST' && isCollection(item);

const NEXT_WEEK = `pm.collectionVariables.set('scheduledAt', new Date(Date.now() + 7 * 86400000).toISOString());`;

function fillIn(item: Item, givesId: boolean): void {
  const { request } = item;
  const idName = idNameOf(resourceOf(item));
  for (const header of request.header ?? []) {
    if (header.key === 'Idempotency-Key') header.value = '{{$guid}}';
    if (header.key === 'X-Request-Id') header.disabled = true;
  }
  for (const parameter of request.url.query) parameter.disabled = true; // all are optional
  for (const parameter of request.url.variable) parameter.value = `{{${idName}}}`;
  if (request.body?.raw) request.body.raw = JSON.stringify(withVariables(JSON.parse(request.body.raw)), null, 2);
  item.response = item.response.filter(({ code }) => code < 300);
  item.event = [script('test', EXPECT_SUCCESS, ...(givesId ? keepId(idName) : []))];
}

/** The name that other requests use for an identifier of this resource: `tripId`, `serviceTierId`. */
function idNameOf(resource: string): string {
  if (resource === 'webhook-endpoints') return 'endpointId';
  return `${resource.replace(/s$/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}

/** Identifiers and the pickup time come from variables; everything else is the example’s. */
function withVariables(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withVariables);
  if (value === null || typeof value !== 'object') return value;
  const isVariable = (name: string, each: unknown) => name === 'scheduledAt' || /^[0-9a-f]{24}$/.test(String(each));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isVariable(name, each) ? `{{${name}}}` : withVariables(each)]),
  );
}

const EXPECT_SUCCESS = `pm.test(pm.info.requestName + ' succeeds', () => pm.response.to.be.success);`;

const keepId = (name: string) => [
  `const [first] = [pm.response.json().data].flat();`,
  `if (first?._id) pm.collectionVariables.set('${name}', first._id);`,
];

const script = (listen: Script['listen'], ...exec: string[]): Script => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** The variables that a request uses, without those of Postman itself. */
const variablesOf = ({ request }: Item): string[] =>
  [...JSON.stringify([request.url.variable, request.body?.raw ?? '']).matchAll(/\{\{(\w+)\}\}/g)].map(
    ([, name = '']) => name,
  );
