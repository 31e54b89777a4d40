import { PERMISSIONS, type Permission } from '../../accounts/permissions.ts';
import { type Fact, Facts } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import type { OwnersPage } from '../page.ts';
import { membersWords } from '../words/members.ts';
import { tripsWords } from '../words/trips.ts';

/** The roles that have a permission, as a text. */
export const rolesText = (permission: Permission, language: Language): string =>
  PERMISSIONS[permission].map((role) => membersWords[language][role]).join(membersWords[language].or);

/** Above values that the member may look at and not change. */
export const ReadOnlyHint = ({ page, permission }: { page: OwnersPage; permission: Permission }) => (
  <p class="hint">{membersWords[page.language].readOnly(rolesText(permission, page.language))}</p>
);

/** The values of a form for members who may not change them. */
export function ReadOnlyFacts({
  facts,
  language,
}: {
  facts: readonly (Fact & { value: string })[];
  language: Language;
}) {
  const shown = facts.map(({ value, ...fact }) => ({ ...fact, value: value || tripsWords[language].notGiven }));
  return <Facts facts={shown} />;
}
