import { describe, expect, it } from 'vitest';
import { newId } from '../../src/identifiers.ts';
import { databaseForFile } from '../support/database.ts';
import { operatorOn, operatorProcess } from '../support/operator.ts';
import { privateCertificate, startReceiver } from '../support/webhooks.ts';

const database = await databaseForFile();
const env = { ...database.env, DATABASE_URL: database.url };
const operator = operatorOn(env);
const developer = operatorOn({ ...env, WEBHOOK_TARGETS: 'any' });
const { accountId } = await operator.json('demo');
const { accountId: strangerId } = await operator.json('demo');
const URL_OF_PARTNER = 'https://partner.example/hooks';

const add = (rest = '', url = URL_OF_PARTNER) =>
  developer.json(`webhooks add --account ${accountId} --url ${url}${rest}`);

describe('webhooks of the operator’s command', () => {
  it('add: an endpoint, whose secret is shown once', async () => {
    const endpoint = await add(' --type trip.created --type trip.cancelled --description Dispatch');
    expect(endpoint).toMatchObject({
      url: URL_OF_PARTNER,
      eventTypes: ['trip.created', 'trip.cancelled'],
      description: 'Dispatch',
      status: 'ENABLED',
      secret: expect.stringMatching(/^whsec_/),
    });
    const text = await operator.text(`webhooks list --account ${accountId}`);
    expect(text).toContain(endpoint._id);
    expect(text).not.toContain(endpoint.secret);
    expect(await operator.json(`webhooks list --account ${strangerId}`)).toEqual([]);
    const all: { _id: string; accountId: string }[] = await operator.json('webhooks list --all');
    expect(all.find(({ _id }) => _id === endpoint._id)).toMatchObject({ accountId, failingSince: null });
  });

  it('add: refuses what the API refuses, in its words', async () => {
    const fault = (rest: string) => operator.fault(`webhooks add --account ${accountId} ${rest}`);
    expect(await fault('--url http://127.0.0.1/')).toContain('The URL must begin with https://.');
    expect(await fault(`--url ${URL_OF_PARTNER} --type trip.lost`)).toContain('--type must be one of trip.created');
    expect(await fault('')).toContain('--url URL is required');
    for (let count = 0; count < 10; count += 1)
      await operator.json(`webhooks add --account ${strangerId} --url ${URL_OF_PARTNER}`);
    expect(await operator.fault(`webhooks add --account ${strangerId} --url ${URL_OF_PARTNER}`)).toContain(
      'at most 10 webhook endpoints',
    );
  });

  it('test: sends an event and shows what came of it', async () => {
    const receiver = await startReceiver();
    const { _id } = await add('', receiver.url);
    expect(await developer.json(`webhooks test ${_id} --account ${accountId}`)).toMatchObject({
      responseStatus: 204,
      error: null,
    });
    expect(receiver.received[0]?.body).toMatchObject({ type: 'webhook.test', changedBy: 'OPERATOR' });
    const refused = await operator.run(`webhooks test ${_id} --account ${accountId} --json`);
    expect([refused.code, JSON.parse(refused.stdout).error]).toEqual([1, 'ADDRESS_NOT_ALLOWED']);
    expect(refused.stderr).toBe('trips: the test event was not delivered: ADDRESS_NOT_ALLOWED\n');
    expect(receiver.received).toHaveLength(1);
    receiver.answer(500);
    const failed = await developer.run(`webhooks test ${_id} --account ${accountId}`);
    expect([failed.code, failed.stderr]).toEqual([
      1,
      'trips: the test event was not delivered: UNSUCCESSFUL_STATUS 500\n',
    ]);
    expect(failed.stdout).toContain('responseStatus  500\n');
  });

  it('test: trusts a private authority that NODE_EXTRA_CA_CERTS names', async () => {
    const certificate = privateCertificate('localhost');
    const receiver = await startReceiver(certificate);
    const { _id } = await add('', `https://localhost:${receiver.port}/`);
    const test = `webhooks test ${_id} --account ${accountId}`;
    expect(await developer.run(test)).toMatchObject({ code: 1, stdout: expect.stringContaining('TLS_FAILED') });
    const process = operatorProcess({ ...env, WEBHOOK_TARGETS: 'any', NODE_EXTRA_CA_CERTS: certificate.file });
    expect(await process.json(test)).toMatchObject({ responseStatus: 204, error: null });
  });

  it('disable: the endpoint says so; another account’s endpoint does not exist', async () => {
    const { _id } = await add();
    expect(await operator.json(`webhooks disable ${_id} --account ${accountId}`)).toMatchObject({
      _id,
      status: 'DISABLED',
      disabledReason: 'REQUESTED',
    });
    for (const verb of ['disable', 'test']) {
      expect(await operator.fault(`webhooks ${verb} ${_id} --account ${strangerId}`)).toContain(
        `this account has no webhook endpoint ${_id}`,
      );
      expect(await operator.fault(`webhooks ${verb} ${_id} --account ${newId()}`)).toContain('there is no account');
      expect(await operator.fault(`webhooks ${verb} x --account ${accountId}`)).toContain('ENDPOINTID must be 24');
    }
  });
});
