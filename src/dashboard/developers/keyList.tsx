import { keyState, wasRotated } from '../../keys/apiKey.ts';
import type { KeyRecord } from '../../keys/apiKeyStore.ts';
import type { KeyUsage } from '../../usage/usageStore.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { Moment, numberText } from '../../web/components/moment.tsx';
import { Badge, type BadgeKind, Card } from '../../web/components/notice.tsx';
import { type Column, Table } from '../../web/components/table.tsx';
import type { Language } from '../../web/language.ts';
import { EmptyList } from '../components/list.tsx';
import type { OwnersPage } from '../page.ts';
import { developersWords } from '../words/developers.ts';
import { keyWords } from '../words/keys.ts';
import { keyName } from './keyName.tsx';
import { KeyRestrictions } from './keyRestrictions.tsx';
import { KEYS_PATH } from './ownKey.ts';

/** Of the ended keys, the newest are enough to show what happened recently. */
const MAX_ENDED = 20;

interface KeyListProperties {
  keys: readonly KeyRecord[];
  usage: readonly KeyUsage[];
  page: OwnersPage;
  now: Date;
}

export function KeyList({ keys, usage, page, now }: KeyListProperties) {
  const { language } = page;
  const mayChange = page.may('KEYS');
  const words = developersWords[language];
  const newestFirst = keys.toReversed();
  const active = newestFirst.filter((key) => keyState(key, now) === 'active');
  const ended = newestFirst.filter((key) => keyState(key, now) !== 'active').slice(0, MAX_ENDED);
  return (
    <Card
      title={words.keys}
      actions={
        mayChange && (
          <LinkButton href={`${KEYS_PATH}/new`} kind="primary" icon="plus" data-dialog>
            {words.newKey}
          </LinkButton>
        )
      }
    >
      <p class="hint">
        {words.keysText} {words.parisTime}
      </p>
      {active.length === 0 ? (
        <EmptyList page={page} permission="KEYS" icon="key-round" title={words.noKeys} toDo={words.noKeysToDo} />
      ) : (
        <Table
          caption={words.keys}
          columns={[
            ...columns(language, now, mayChange),
            usageColumn(usage, language),
            ...(mayChange ? [actionsColumn(language)] : []),
          ]}
          rows={active}
          keyOf={({ keyId }) => keyId}
        />
      )}
      {ended.length > 0 && (
        <details class="more">
          <summary>{words.olderKeys(ended.length)}</summary>
          <Table
            caption={words.olderKeys(ended.length)}
            columns={columns(language, now, false)}
            rows={ended}
            keyOf={({ keyId }) => keyId}
          />
        </details>
      )}
    </Card>
  );
}

function columns(language: Language, now: Date, mayRename: boolean): Column<KeyRecord>[] {
  const words = developersWords[language];
  const moment = (at: Date | null) => (at ? <Moment at={at} language={language} hideZone /> : words.never);
  return [
    {
      title: words.name,
      cell: (key) => (
        <span class="key-name">
          <span class="named">
            <strong>{keyName(key, language)}</strong>
            {mayRename && (
              <a href={`${KEYS_PATH}/${key.keyId}/rename`} data-dialog>
                {keyWords[language].rename}
                <span class="unseen"> {keyName(key, language)}</span>
              </a>
            )}
          </span>
          <code>{key.keyId}</code>
        </span>
      ),
    },
    { title: keyWords[language].allowed, cell: (key) => <KeyRestrictions of={key} language={language} /> },
    { title: words.created, cell: ({ createdAt }) => moment(createdAt) },
    { title: words.lastUsed, cell: ({ lastUsedAt }) => moment(lastUsedAt) },
    { title: words.expires, cell: ({ expiresAt }) => moment(expiresAt) },
    { title: words.state, cell: (key) => <KeyState of={key} language={language} now={now} /> },
  ];
}

const BADGES = { active: 'good', ending: 'warn', expired: 'plain', revoked: 'bad' } satisfies Record<string, BadgeKind>;

function KeyState({ of: key, language, now }: { of: KeyRecord; language: Language; now: Date }) {
  const current = keyState(key, now);
  const state = current === 'active' && wasRotated(key) ? 'ending' : current;
  return <Badge kind={BADGES[state]}>{developersWords[language][state]}</Badge>;
}

function usageColumn(usage: readonly KeyUsage[], language: Language): Column<KeyRecord> {
  const words = keyWords[language];
  const usageOf = new Map(usage.map((each) => [each.keyId, each]));
  return {
    title: words.requests,
    cell: ({ keyId }) => {
      const { lastDay = 0, lastWeek = 0 } = usageOf.get(keyId) ?? {};
      return (
        <span class="key-usage">
          <span>{words.lastDay(numberText(lastDay, language))}</span>
          <span>{words.lastWeek(numberText(lastWeek, language))}</span>
        </span>
      );
    },
  };
}

function actionsColumn(language: Language): Column<KeyRecord> {
  const words = developersWords[language];
  const link = (key: KeyRecord, what: 'rotate' | 'revoke') => (
    <a class="button plain small" href={`${KEYS_PATH}/${key.keyId}/${what}`} data-dialog>
      {words[what]}
      <span class="unseen"> {keyName(key, language)}</span>
    </a>
  );
  return {
    title: words.actions,
    class: 'actions',
    cell: (key) => (
      <span class="buttons">
        {link(key, 'rotate')}
        {link(key, 'revoke')}
      </span>
    ),
  };
}
