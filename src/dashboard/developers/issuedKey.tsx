import type { KeyScope } from '../../contract/values.ts';
import type { IssuedKey } from '../../keys/keys.ts';
import type { Restrictions } from '../../keys/restrictions.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { Card, Copyable, Notice } from '../../web/components/notice.tsx';
import { Layout } from '../components/layout.tsx';
import type { OwnersPage } from '../page.ts';
import { developersWords } from '../words/developers.ts';
import { layoutWords } from '../words/layout.ts';
import { DEVELOPERS_PATH } from './ownKey.ts';

interface IssuedKeyPageProperties {
  page: OwnersPage;
  issued: IssuedKey;
  restrictions: Restrictions;
  publicUrl: string;
  /** What happened to the old key. */
  note?: string;
}

/** What a key with a scope can read, beginning with what shows most; null if it can read nothing. */
const READABLE: Record<KeyScope, string | null> = {
  'trips:read': '/v1/trips',
  quotes: '/v1/service-tiers',
  events: '/v1/events',
  webhooks: '/v1/webhook-endpoints',
  'trips:write': null,
};

const readableWith = (scopes: readonly KeyScope[] | null): string | undefined =>
  (Object.keys(READABLE) as KeyScope[])
    .filter((scope) => scopes?.includes(scope) ?? true)
    .flatMap((scope) => READABLE[scope] ?? [])[0];

/** The only page that shows a complete key. It answers a form, so the language switch leads elsewhere. */
export function IssuedKeyPage({ page, issued, restrictions, publicUrl, note }: IssuedKeyPageProperties) {
  const words = developersWords[page.language];
  const { copy, copied } = layoutWords[page.language];
  const { scopes, networks } = restrictions;
  const path = readableWith(scopes);
  const header = `-H "Authorization: Bearer ${issued.apiKey}"`;
  return (
    <Layout page={{ ...page, path: DEVELOPERS_PATH }} section="developers" title={words.shown}>
      {note && <Notice kind="plain">{note}</Notice>}
      <Card>
        <p>{words.shownText}</p>
        <Copyable id="api-key" text={issued.apiKey} copy={copy} copied={copied} />
        {path ? (
          <>
            <p>{networks ? words.tryItThere : words.tryIt}</p>
            <Copyable id="first-call" text={`curl ${publicUrl}${path} ${header}`} copy={copy} copied={copied} />
          </>
        ) : (
          <p>
            {words.tryBooking} <a href="/docs/guides/first-booking">{words.firstBooking}</a>
          </p>
        )}
        <div class="buttons">
          <LinkButton href={DEVELOPERS_PATH} kind="primary">
            {words.done}
          </LinkButton>
        </div>
      </Card>
    </Layout>
  );
}
