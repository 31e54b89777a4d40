import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { sendPage } from '../web/document.tsx';
import { errorPages, languageOf } from '../web/errorPage.tsx';
import { exampleValues } from './exampleValues.ts';
import { findGuide, GUIDES, guideLanguage } from './guides.ts';
import { GuidePage } from './pages/guidePage.tsx';
import { LandingPage } from './pages/landingPage.tsx';
import { ReferencePage } from './pages/referencePage.tsx';

export interface DocsDependencies {
  clock: Clock;
  publicUrl(): string;
}

/** The documentation is public: no API key is needed to read it. */
export async function docs(app: FastifyInstance, { clock, publicUrl }: DocsDependencies): Promise<void> {
  errorPages(app, '/docs');
  app.addHook('onRequest', async (request) => {
    request.compression = 'kept';
  });
  // Pages may be cached but must be revalidated: their examples change daily, their assets with each release.
  const keptAndChecked = (reply: FastifyReply) => reply.header('cache-control', 'no-cache');

  app.get('/', async (request, reply) =>
    sendPage(keptAndChecked(reply), <LandingPage language={guideLanguage(languageOf(request))} />),
  );
  app.get('/reference', async (request, reply) =>
    sendPage(keptAndChecked(reply), <ReferencePage language={guideLanguage(languageOf(request))} />, 'drawn'),
  );
  for (const name of GUIDES) {
    app.get(`/guides/${name}`, async (request, reply) => {
      const guide = findGuide(name, languageOf(request));
      const values = exampleValues(publicUrl(), clock());
      return sendPage(keptAndChecked(reply), <GuidePage guide={guide} values={values} />);
    });
  }
}
