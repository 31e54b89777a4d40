// Parse Server as its documentation starts it, on PostgreSQL, with its log switched off.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { answerParent } from '../../reliability/support/childProgram.ts';
import { APPLICATION, type ParseServerProgram } from './parseServer.ts';

/** As much of it as is used here; it is not among the project's packages. */
interface ParseServerModule {
  ParseServer: new (options: Record<string, unknown>) => { app: RequestListener; start(): Promise<unknown> };
}

answerParent({
  async listen({ directory, sockets, user, password, database }) {
    process.env.PARSE_SERVER_LOGS_FOLDER = 'null'; // read when it is loaded; otherwise it logs into the current directory
    const require = createRequire(join(directory, 'package.json'));
    const { ParseServer } = require('parse-server') as ParseServerModule;
    const server = createServer({ keepAliveTimeout: 72_000 });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const parse = new ParseServer({
      appId: APPLICATION['X-Parse-Application-Id'],
      masterKey: 'unused',
      serverURL: `http://127.0.0.1:${port}`,
      databaseURI: `postgres://${user}:${password}@localhost/${database}`,
      databaseOptions: { host: sockets },
      allowClientClassCreation: true,
      silent: true,
    });
    await parse.start();
    server.on('request', parse.app);
    return port;
  },
} satisfies ParseServerProgram);
