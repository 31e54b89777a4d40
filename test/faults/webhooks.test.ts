import { describe, expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../../reliability/support/process.ts';
import { accountsForFile } from '../support/accounts.ts';
import { apiClient } from '../support/client.ts';
import { tomorrow } from '../support/liveService.ts';
import { startReceiver } from '../support/webhooks.ts';

const { url: databaseUrl, newAccount } = await accountsForFile();
const start = (env: Record<string, string> = {}) =>
  startProcess({ env: { DATABASE_URL: databaseUrl, WEBHOOK_TARGETS: 'any', LOG_LEVEL: 'warn', ...env } });

describe('webhooks of real processes', () => {
  it('survive kill -9 of everything: what was being sent is sent again', async () => {
    const { key } = await newAccount();
    const receiver = await startReceiver();
    const processes = await Promise.all([start(), start({ WORKERS: '2' })]);
    const api = apiClient(processes[0].url, key.apiKey);
    expect((await api.send('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })).status).toBe(201);
    const ids = () => receiver.received.map(({ body }) => body._id);
    const book = async () => `${(await api.createdTrip({ scheduledAt: tomorrow() }))._id}-1`;

    const delivered = await Promise.all(Array.from({ length: 10 }, book));
    await expect.poll(() => ids().sort()).toEqual([...delivered].sort()); // by two processes, each once

    receiver.answer(() => {}); // hangs
    const interrupted = await book();
    await expect.poll(ids).toContain(interrupted);
    const unseen = await book();
    await Promise.all(processes.map((each) => each.stop('SIGKILL')));
    receiver.answer(200);
    const successor = await start();
    onTestFinished(async () => void (await successor.stop()));
    await expect.poll(() => ids().filter((id) => id === interrupted).length).toBe(2);
    await expect.poll(ids).toContain(unseen);
  });
});
