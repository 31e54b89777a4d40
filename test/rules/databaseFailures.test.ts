import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from '../../src/database/failures.ts';

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('errors between the nodes of a Citus cluster, which is then unavailable', () => {
  it.each([
    'failure on connection marked as essential: 10.0.0.2:5432',
    'execution cannot recover from multiple connection failures. Last node failed 10.0.0.2:5432',
    'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing the request.',
    'could not receive data from server: Connection reset by peer',
    'could not send data to server: Broken pipe',
    'lost synchronization with server: got message type "T", length 1701',
    'SSL connection has been closed unexpectedly',
    'no connection to the server',
    'connection not open',
    'postmaster was shut down, exiting',
    'cannot connect to 10.0.0.2:5432 to fetch intermediate results',
    'failed to read result "12_4" from node 10.0.0.2:5432',
    "failed to prepare transaction 'citus_0_12_4_0' on host 10.0.0.2:5432",
    'could not commit transaction for shard 102008 on at least one active node',
  ])('%s', (message) => {
    expect(isDatabaseUnavailable(failure('XX000', message))).toBe(true);
  });

  it.each([
    ['08006', 'connection to the remote node trips@10.0.0.2:5432 failed with the following error: timeout expired'],
    ['40P01', 'canceling the transaction since it was involved in a distributed deadlock'],
    ['CIINF', 'Query could not find the intermediate result file "insert_select_375_102093"'],
    ['58030', 'failed to COPY to shard 0 on 10.0.0.2:5432'],
  ])('%s %s', (code, message) => {
    expect(isDatabaseUnavailable(failure(code, message))).toBe(true);
  });

  it.each([
    ['XX000', 'cache lookup failed for type 1234'],
    ['XX000', 'could not create distributed plan'],
    ['23514', 'server closed the connection unexpectedly'],
  ])('but not %s %s', (code, message) => {
    expect(isDatabaseUnavailable(failure(code, message))).toBe(false);
  });
});
