import { describe, expect, it } from 'vitest';
import { serviceForFile } from '../support/service.ts';

const PATH = '/.well-known/security.txt';

describe('security.txt', () => {
  it('says whom to tell, and until when that holds', async () => {
    const service = await serviceForFile({ env: { SECURITY_CONTACT: 'mailto:security@example.com' } });
    const response = await fetch(service.url + PATH);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await response.text()).toBe(
      `Contact: mailto:security@example.com
Expires: 2027-08-28T08:00:00.000Z
Preferred-Languages: en, fr
Canonical: http://127.0.0.1:3000/.well-known/security.txt
`,
    );
  });

  it('is not there without a contact', async () => {
    const service = await serviceForFile();
    expect((await fetch(service.url + PATH)).status).toBe(404);
  });
});
