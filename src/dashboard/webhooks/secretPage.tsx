import { LinkButton } from '../../web/components/form.tsx';
import { Card, Copyable, Notice } from '../../web/components/notice.tsx';
import type { EndpointWithSecret } from '../../webhooks/webhooks.ts';
import { Layout } from '../components/layout.tsx';
import type { OwnersPage } from '../page.ts';
import { layoutWords } from '../words/layout.ts';
import { webhooksWords } from '../words/webhooks.ts';
import { endpointPath } from './endpoint.tsx';

interface SecretPageProperties {
  page: OwnersPage;
  endpoint: EndpointWithSecret;
  /** What happened to the old secret. */
  note?: string;
}

/** The only page that shows a secret. */
export function SecretPage({ page, endpoint, note }: SecretPageProperties) {
  const words = webhooksWords[page.language];
  const { copy, copied } = layoutWords[page.language];
  return (
    <Layout page={page} section="developers" title={words.newSecret}>
      {note && <Notice kind="plain">{note}</Notice>}
      <Card>
        <p>{words.newSecretText}</p>
        <Copyable id="webhook-secret" text={endpoint.secret} copy={copy} copied={copied} />
        <p class="hint breakable">
          {words.url} <code>{endpoint.url}</code>
        </p>
        <div class="buttons">
          <LinkButton href={endpointPath(endpoint)} kind="primary">
            {words.copied}
          </LinkButton>
        </div>
      </Card>
    </Layout>
  );
}
