import { afterAll, expect } from 'vitest';
import { type ProcessOptions, runTrips, type ServiceProcess, startProcess } from '../../reliability/support/process.ts';
import { type ApiClient, apiClient } from './client.ts';
import type { DataDirectory } from './dataDirectory.ts';

const KEY = /trip_live_[0-9a-f]{24}\.[A-Za-z0-9_-]{43}/g;

/** The different API keys that stand in a text. */
export const keysIn = (text: string): string[] => [...new Set(text.match(KEY) ?? [])];

/** The command for a first booking that a first start prints. */
export const curlIn = (output: string): string => /^ {2}(curl [\s\S]+?})'$/m.exec(output)?.[0] ?? '';

/** A process goes by the real clock, so its bookings are for the day after the test. */
export const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

export interface LiveService extends ServiceProcess {
  apiKey: string;
  api: ApiClient;
  /** Books a trip and answers with its identifier. */
  book(): Promise<string>;
}

/** A service process and the calls of one account on it: the demo account of its first start, or that of `apiKey`. */
export async function startLive(options: ProcessOptions = {}, apiKey?: string): Promise<LiveService> {
  const service = await startProcess(options);
  const key = apiKey ?? keysIn(service.output())[0] ?? '';
  const api = apiClient(service.url, key);
  return {
    ...service,
    apiKey: key,
    api,
    book: async () => (await api.createdTrip({ scheduledAt: tomorrow() }))._id,
  };
}

/** A service process for all tests of a file, stopped after the last one. */
export async function liveForFile(options: ProcessOptions, apiKey?: string): Promise<LiveService> {
  const service = await startLive(options, apiKey);
  afterAll(() => service.stop());
  return service;
}

/** A fault reported well: one line, no stack trace. Returns the line. */
export function expectOneLine(stderr: string): string {
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(/\n$/);
  expect(stderr).not.toMatch(/^\s+at |Error:/m);
  return stderr.trimEnd();
}

/** Books on the directory, and takes the trip on by the operator's command while the service runs and once it is gone. */
export async function expectToServe(
  directory: DataDirectory,
  account?: ProcessOptions['account'],
  operatorAccount = account,
): Promise<void> {
  const asOperator = { env: directory.env, ...(operatorAccount ? { account: operatorAccount } : {}) };
  const service = await startLive({ env: directory.env, ...(account ? { account } : {}) });
  const trip = await service.book();
  const advance = async () => {
    const { code, stdout, stderr } = await runTrips(['trips', 'advance', trip, '--json'], asOperator);
    return [code, stderr, JSON.parse(stdout || '{}').status];
  };
  expect(await advance()).toEqual([0, '', 'OTWTP']);
  expect((await service.api.tripNow(trip)).status).toBe('OTWTP');
  expect(await service.stop()).toBe(0);
  expect(await advance()).toEqual([0, '', 'OTWTD']);
  expect(directory.postgresProcesses()).toEqual([]);
}
