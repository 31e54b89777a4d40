import { MEMBER_ROLES } from '../../contract/values.ts';
import { Card, Facts } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import { membersWords } from '../words/members.ts';

const HINTS = { OWNER: 'ownerHint', DISPATCHER: 'dispatcherHint', VIEWER: 'viewerHint' } as const;

/** What each role may do, for whoever gives one to a member. */
export function RolesCard({ language }: { language: Language }) {
  const words = membersWords[language];
  const facts = MEMBER_ROLES.map((role) => ({ title: words[role], value: words[HINTS[role]], isLong: true }));
  return (
    <Card title={words.roles}>
      <Facts facts={facts} />
    </Card>
  );
}
