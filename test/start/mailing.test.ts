import { afterAll, expect, it, vi } from 'vitest';
import { linkIn, PASSWORD, visitor } from '../support/browserClient.ts';
import { databaseForFile } from '../support/database.ts';
import { liveForFile } from '../support/liveService.ts';
import { startMailServer } from '../support/mailServer.ts';
import { operatorOn } from '../support/operator.ts';

const server = await startMailServer();
afterAll(() => server.close());
const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
const env = { DATABASE_URL: database.url, SMTP_URL: server.url, MAIL_FROM: 'trips@example.com' };
const service = await liveForFile({ env }, 'none');

it('a running service sends the mails that wait', async () => {
  const email = 'owner@garage.example';
  const { invitationUrl } = await operator.json(`accounts create --name Garage --role driver --email ${email}`);
  const path = new URL(invitationUrl).pathname;
  const browser = visitor(service.url);
  await browser.submit(path, path, { password: PASSWORD });
  const forgotten = '/app/forgotten-password';
  expect((await browser.submit(forgotten, forgotten, { email })).status).toBe(200);
  await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 10_000 });
  expect([server.received[0]?.to, linkIn(server.received[0]?.text ?? '')]).toEqual([
    [email],
    expect.stringMatching(/./),
  ]);
});
