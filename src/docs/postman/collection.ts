import { groups, type Operation, type Parameter } from '../reference/description.ts';
import { exampleOf, firstExample } from '../reference/samples/call.ts';
import { type Collection, type Item, readyToRun } from './readyToRun.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const DESCRIPTION = `Every operation of the API, in an order in which the whole collection runs from top to bottom.

Set the collection variable \`bearerToken\` to an API key first, in Postman or by \`newman run postman.json --env-var bearerToken=…\`. A run books a trip and cancels it, and adds a webhook endpoint and deletes it: use [a sandbox](/docs/guides/sandbox).`;

/** All operations as a Postman collection, in folders by tag. */
export function postmanCollection(serverUrl: string): Collection {
  return readyToRun({
    info: {
      name: 'Trip Booking API',
      description: DESCRIPTION.replace('(/docs', `(${serverUrl}/docs`),
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{bearerToken}}', type: 'string' }] },
    variable: [{ key: 'baseUrl', value: serverUrl }],
    item: groups.map(({ name, description, operations }) => ({ name, description, item: operations.map(itemOf) })),
  });
}

function itemOf({ summary, description, method, path, parameters, body }: Operation): Item {
  const inPlace = (place: Parameter['in']) => parameters.filter((each) => each.in === place).map(variableOf);
  const header = [...inPlace('header'), ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : [])];
  return {
    name: summary,
    request: {
      method,
      description,
      header,
      url: {
        host: ['{{baseUrl}}'],
        path: path
          .replaceAll(/\{(\w+)\}/g, ':$1')
          .split('/')
          .slice(1),
        query: inPlace('query'),
        variable: inPlace('path'),
      },
      ...(body
        ? {
            body: {
              mode: 'raw',
              raw: JSON.stringify(firstExample(body)),
              options: { raw: { language: 'json' } },
            },
          }
        : {}),
    },
    response: [],
  };
}

const variableOf = (parameter: Parameter) => ({
  key: parameter.name,
  value: exampleOf(parameter),
  description: parameter.description ?? '',
});
