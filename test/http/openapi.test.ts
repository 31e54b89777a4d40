import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { validate } from '../../reliability/support/openapi.ts';
import { EVENT_TYPES } from '../../src/contract/values.ts';
import { errorCatalogue } from '../../src/errors.ts';
import { newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as a stranger would read it
type Loose = any;

const service = await serviceForFile();
const document = await (await fetch(`${service.url}/v1/openapi.json`)).json();
function operations(): { path: string; method: string; operation: Loose }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, operation]) => ({ path, method, operation })),
  );
}
function mediaTypes(): { where: string; media: Loose }[] {
  return operations().flatMap(({ path, method, operation }) => [
    ...(operation.requestBody
      ? [{ where: `${method} ${path} request`, media: operation.requestBody.content['application/json'] }]
      : []),
    ...Object.entries(operation.responses).map(([status, response]) => ({
      where: `${method} ${path} ${status}`,
      media: (response as Loose).content['application/json'],
    })),
  ]);
}
const examplesOf = (media: Loose): Loose[] =>
  'example' in media ? [media.example] : Object.values(media.examples).map((each: Loose) => each.value);

const addFormats = formats as unknown as (ajv: Ajv) => void;

/** Every object schema within, references followed, without those that only forbid or compare. */
function objectsIn(schema: Loose): Loose[] {
  if (schema.$ref) return objectsIn(document.components.schemas[schema.$ref.split('/').at(-1)]);
  const within = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].flatMap(
    objectsIn,
  );
  return schema.properties ? [schema, ...within] : within;
}

/** Everything under a name where OpenAPI expects a schema. */
function schemasIn(value: Loose): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const named = value === document.components ? Object.values(value.schemas as object) : [];
  return [
    ...named,
    ...Object.entries(value).flatMap(([name, each]) => (name === 'schema' ? [each as object] : schemasIn(each))),
  ];
}

describe('GET /v1/openapi.json', () => {
  it('is OpenAPI 3.0.3 at the public address, with the version of the contract, and needs no key', async () => {
    expect(document).toMatchObject({
      openapi: '3.0.3',
      info: { version: '1.1.0' },
      servers: [{ url: 'http://127.0.0.1:3000' }],
    });
    const response = await fetch(`${service.url}/v1/openapi.json`);
    expect(response.headers.get('ratelimit-policy')).toMatch(/^"ip";q=\d+;w=60$/);
  });

  it('has one bearer scheme, on all operations', () => {
    expect(Object.values(document.components.securitySchemes)).toMatchObject([{ type: 'http', scheme: 'bearer' }]);
    expect(document.security).toEqual([{ [Object.keys(document.components.securitySchemes)[0] ?? '']: [] }]);
    expect(operations().filter(({ operation }) => 'security' in operation)).toEqual([]);
  });

  it('names and describes every operation', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.sort()).toEqual([
      ...['cancelTrip', 'createQuote', 'createTrip', 'createWebhookEndpoint', 'deleteWebhookEndpoint'],
      ...['disableWebhookEndpoint', 'enableWebhookEndpoint', 'getClient', 'getEvent', 'getTrip', 'getWebhookEndpoint'],
      ...['listClients', 'listEvents', 'listPricingSchemes', 'listServiceTiers', 'listTrips', 'listVehicles'],
      ...['listWebhookDeliveries', 'listWebhookEndpoints', 'redeliverEvent', 'rotateWebhookSecret'],
      'testWebhookEndpoint',
    ]);
    for (const { operation } of operations()) {
      expect(operation.summary.length).toBeGreaterThan(5);
      expect(operation.description.length).toBeGreaterThan(20);
    }
  });

  it('has a named schema for every request and answer, so that generated types have a name', () => {
    expect(mediaTypes().filter(({ media }) => !media.schema.$ref)).toEqual([]);
  });

  it('describes no operation that the service lacks', async () => {
    for (const { path, method } of operations()) {
      const response = await fetch(service.url + path.replace('{id}', '0'.repeat(24)), {
        method: method.toUpperCase(),
      });
      expect([path, method, response.status]).toEqual([path, method, 401]);
    }
  });

  it('has an example for every request, answer and error code, and each fits its schema', () => {
    const codes = new Set<string>();
    for (const { where, media } of mediaTypes()) {
      const examples = examplesOf(media);
      expect(examples.length, where).toBeGreaterThan(0);
      for (const example of examples) {
        expect(validate(media.schema, example), where).toEqual([]);
        if (example.code) codes.add(example.code);
      }
    }
    expect([...codes].sort()).toEqual(Object.keys(errorCatalogue).sort());
  });

  it('gives every error example under the status of its code', () => {
    for (const { operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (status === 'default' || Number(status) < 400) continue;
        for (const { code, statusCode } of examplesOf((response as Loose).content['application/json'])) {
          expect([code, String(statusCode)]).toEqual([code, status]);
          expect(errorCatalogue[code as keyof typeof errorCatalogue].status).toBe(Number(status));
        }
      }
    }
  });

  it('declares on every answer the headers it owes', () => {
    for (const { operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const declared = Object.keys((response as { headers: object }).headers);
        expect(declared).toEqual(expect.arrayContaining(['X-Request-Id', 'RateLimit', 'RateLimit-Policy']));
        if (['429', '503', '409'].includes(status)) expect(declared).toContain('Retry-After');
        if (status === '401') expect(declared).toContain('WWW-Authenticate');
      }
    }
    expect(document.paths['/v1/trips'].post.responses['201'].headers).toHaveProperty('Idempotent-Replayed');
    expect(document.paths['/v1/trips/{id}/cancel'].post.responses['200'].headers).toHaveProperty('Idempotent-Replayed');
  });

  it('gives request examples that the service accepts as they are', async () => {
    const { api, riders, serviceTiers } = await service.account();
    const quote = document.paths['/v1/quotes'].post.requestBody.content['application/json'].example;
    const tier = { serviceTierId: serviceTiers[0]?.serviceTierId };
    expect((await api.send('POST', '/v1/quotes', { body: { ...quote, ...tier } })).status).toBe(200);
    const examples = document.paths['/v1/trips'].post.requestBody.content['application/json'].examples;
    const booked = await api.send('POST', '/v1/trips', { body: examples.newRider.value, headers: newKey() });
    expect(booked.status).toBe(201);
    const known = { ...examples.knownRider.value, clientId: riders[0]?.clientId };
    expect((await api.send('POST', '/v1/trips', { body: known, headers: newKey() })).status).toBe(201);
    const reason = document.paths['/v1/trips/{id}/cancel'].post.requestBody.content['application/json'].example;
    expect((await api.cancel(booked.body.data._id, { body: reason })).status).toBe(200);
  });

  it('says nothing that makes a generated type ask for an optional member of a request', () => {
    const schemas = Object.values(document.components.schemas as Record<string, Loose>);
    const withDefault = schemas.flatMap(({ properties = {} }) =>
      Object.entries(properties).filter(([, each]) => 'default' in (each as object)),
    );
    expect(withDefault).toEqual([]);
    const { CreateTripRequest } = document.components.schemas;
    expect(CreateTripRequest.properties.paxNumber.description).toContain('Without it, 1.');
    expect(CreateTripRequest.properties.tripType.description).toContain('Without it, TRIP.');
  });

  it('shows another Idempotency-Key for each operation', () => {
    const keys = operations().flatMap(({ operation }) =>
      operation.parameters.filter(({ name }: Loose) => name === 'Idempotency-Key').map(({ example }: Loose) => example),
    );
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('closes every object of a request and no object of a response', () => {
    for (const { where, media } of mediaTypes()) {
      const objects = objectsIn(media.schema);
      expect(objects.length, where).toBeGreaterThan(0);
      for (const each of objects) expect(each.additionalProperties === false, where).toBe(where.endsWith(' request'));
    }
  });

  it('leaves lists of values open in responses where the compatibility policy says that more may be added', () => {
    const { Event, WebhookEndpoint, WebhookEndpointWithSecret, WebhookAttempt } = document.components.schemas;
    const open = [
      Event.properties.type,
      WebhookEndpoint.properties.eventTypes.items,
      WebhookEndpointWithSecret.properties.eventTypes.items,
      WebhookAttempt.properties.error,
    ];
    for (const { enum: values, type, description } of open)
      expect({ values, type, description }).toEqual({
        values: undefined,
        type: 'string',
        description: expect.stringMatching(/More (types )?may be added later/),
      });
    const { CreateWebhookEndpointRequest } = document.components.schemas;
    const filter = document.paths['/v1/events'].get.parameters.find(({ name }: Loose) => name === 'type').schema;
    for (const closed of [CreateWebhookEndpointRequest.properties.eventTypes.items, filter])
      expect(closed.enum).toEqual([...EVENT_TYPES]);
  });

  it('describes what an endpoint receives: an event, or the one of a test', () => {
    const { delivery } = document.paths['/v1/webhook-endpoints'].post.callbacks;
    const media = delivery['{$request.body#/url}'].post.requestBody.content['application/json'];
    const [event, test] = examplesOf(media);
    const [ofEvent, ofTest] = media.schema.anyOf;
    expect([validate(ofEvent, event), validate(ofTest, test)]).toEqual([[], []]);
    expect(validate(ofEvent, test)).not.toEqual([]);
  });

  it('tells whom to ask, and that an unusable X-Request-Id is replaced', () => {
    expect(document.info.contact).toEqual({ name: 'Trip Booking API', url: 'http://127.0.0.1:3000/docs' });
    const ids = operations().map(({ operation }) =>
      operation.parameters.find(({ name }: Loose) => name === 'X-Request-Id'),
    );
    for (const { description } of ids) expect(description).toMatch(/is not refused: the response has a new one/);
  });

  it('describes what a quote understood', () => {
    const { route } = document.components.schemas.Quote.properties;
    expect(route.required).toEqual(expect.arrayContaining(['estimated', 'pickup', 'dropoff']));
    expect(document.components.schemas.QuotedPlace.required).toEqual(['label', 'lat', 'lng', 'precision']);
  });

  it('compiles in Ajv’s strict mode, every schema of it', () => {
    const ajv = new Ajv({ strict: true, strictRequired: false });
    addFormats(ajv);
    ajv.addVocabulary(['example']); // OpenAPI’s own word
    const schemas = schemasIn(document);
    expect(schemas.length).toBeGreaterThan(50);
    ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components']);
    ajv.addSchema({ $id: 'doc', ...document });
    for (const schema of schemas) {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components');
      expect(() => ajv.compile(JSON.parse(text)), text).not.toThrow();
    }
  });

  it('types tripType by its own two values and says why', () => {
    expect(document.components.schemas.TripType).toMatchObject({
      enum: ['TRIP', 'AVAILABILITY'],
      description: expect.stringMatching(/mistake/),
    });
    expect(document.components.schemas.Trip.properties.tripType).toEqual({ $ref: '#/components/schemas/TripType' });
  });
});
