import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { renderPage, sendPage, sendRendered } from '../web/document.tsx';
import { errorPages, languageOf } from '../web/errorPage.tsx';
import { MAX_QUERY } from './components/searchForm.tsx';
import { documentRoute } from './documentRoute.ts';
import { exampleValues } from './exampleValues.ts';
import { findGuide, guideLanguage, guidePath, WRITTEN_PAGES } from './guides.ts';
import { ErrorInDocs } from './pages/errorInDocs.tsx';
import { GuidePage } from './pages/guidePage.tsx';
import { LandingPage } from './pages/landingPage.tsx';
import { OperationPage } from './pages/operationPage.tsx';
import { ReferencePage } from './pages/referencePage.tsx';
import { SearchPage } from './pages/searchPage.tsx';
import { postmanCollection } from './postman/collection.ts';
import { operations } from './reference/description.ts';

interface DocsDependencies {
  clock: Clock;
  publicUrl(): string;
}

/** The documentation is public: no API key is needed to read it. */
export async function docs(app: FastifyInstance, { clock, publicUrl }: DocsDependencies): Promise<void> {
  errorPages(app, {
    home: '/docs',
    frame: async (request, _, error) => <ErrorInDocs language={guideLanguage(languageOf(request))} {...error} />,
  });
  app.addHook('onRequest', async (request) => {
    request.compression = 'kept';
  });
  // Pages may be cached but must be revalidated: their examples change daily, their assets with each release.
  const keptAndChecked = (reply: FastifyReply) => reply.header('cache-control', 'no-cache');

  for (const [path, Page] of [
    ['/', LandingPage],
    ['/reference', ReferencePage],
  ] as const) {
    app.get(path, async (request, reply) =>
      sendPage(keptAndChecked(reply), <Page language={guideLanguage(languageOf(request))} />),
    );
  }
  app.get<{ Querystring: { q?: unknown } }>('/search', async (request, reply) => {
    const { q } = request.query;
    const query = typeof q === 'string' ? q.trim().slice(0, MAX_QUERY) : '';
    return sendPage(keptAndChecked(reply), <SearchPage language={guideLanguage(languageOf(request))} query={query} />);
  });
  // Addresses that people shorten or type.
  app.get('/guides', async (_, reply) => reply.redirect('/docs#guides', 302));
  for (const path of ['/guides/', '/reference/']) {
    app.get(path, async (_, reply) => reply.redirect(`/docs${path.slice(0, -1)}`, 301));
  }
  for (const name of WRITTEN_PAGES) {
    app.get(guidePath(name).slice('/docs'.length), async (request, reply) => {
      const guide = findGuide(name, languageOf(request));
      const values = exampleValues(publicUrl(), clock());
      return sendPage(keptAndChecked(reply), <GuidePage guide={guide} values={values} />);
    });
  }
  documentRoute(app, {
    path: '/postman.json',
    write: () => postmanCollection(publicUrl()),
    fileName: 'trip-booking-api.postman_collection.json',
  });
  const renderDaily = dailyRenderer();
  for (const operation of operations) {
    app.get(`/reference/${operation.id}`, async (request, reply) => {
      const language = guideLanguage(languageOf(request));
      const values = exampleValues(publicUrl(), clock());
      const html = renderDaily(`${language} ${operation.id}`, values.pickup, () =>
        renderPage(<OperationPage operation={operation} language={language} values={values} />),
      );
      return sendRendered(keptAndChecked(reply), html);
    });
  }
}

/** The page of an operation is long, and only its dates change: it is rendered once a day. */
function dailyRenderer() {
  const pages = new Map<string, { day: string; html: string }>();
  return (name: string, day: string, render: () => string): string => {
    const known = pages.get(name);
    if (known?.day === day) return known.html;
    const html = render();
    pages.set(name, { day, html });
    return html;
  };
}
