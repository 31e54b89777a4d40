import type { IssuedKey } from '../../keys/keys.ts';
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
  publicUrl: string;
  /** What happened to the old key. */
  note?: string;
}

/** The only page that shows a complete key. It answers a form, so the language switch leads elsewhere. */
export function IssuedKeyPage({ page, issued, publicUrl, note }: IssuedKeyPageProperties) {
  const words = developersWords[page.language];
  const { copy, copied } = layoutWords[page.language];
  const call = `curl ${publicUrl}/v1/trips -H "Authorization: Bearer ${issued.apiKey}"`;
  return (
    <Layout page={{ ...page, path: DEVELOPERS_PATH }} section="developers" title={words.shown}>
      {note && <Notice kind="plain">{note}</Notice>}
      <Card>
        <p>{words.shownText}</p>
        <Copyable id="api-key" text={issued.apiKey} copy={copy} copied={copied} />
        <p>{words.tryIt}</p>
        <Copyable id="first-call" text={call} copy={copy} copied={copied} />
        <div class="buttons">
          <LinkButton href={DEVELOPERS_PATH} kind="primary">
            {words.done}
          </LinkButton>
        </div>
      </Card>
    </Layout>
  );
}
