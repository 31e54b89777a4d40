import type { ComponentChildren } from 'preact';
import type { Permission } from '../../accounts/permissions.ts';
import { Button } from '../../web/components/form.tsx';
import { dateText } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import type { OwnersPage } from '../page.ts';
import { OwnersForm } from './form.tsx';

interface RetirementWords {
  retired: string;
  retire: string;
  retireText: string;
  retiredSince(date: string): string;
  restore: string;
}

interface RetirementCardProperties {
  page: OwnersPage;
  /** What a member needs to retire the record. */
  permission: Permission;
  /** The record's own. */
  path: string;
  retiredAt: Date | null;
  words: RetirementWords;
  /** Why it cannot be retired. */
  obstacle?: string | undefined;
  /** What to know before. */
  children?: ComponentChildren;
}

/** Below a record: retires it, or brings it back. */
export function RetirementCard(properties: RetirementCardProperties) {
  const { page, permission, path, retiredAt, words, obstacle, children } = properties;
  const mayChange = page.may(permission);
  if (retiredAt)
    return (
      <Card title={words.retired}>
        <p>{words.retiredSince(dateText(retiredAt, page.language))}</p>
        {children}
        {mayChange && <ActionForm page={page} action={`${path}/restore`} title={words.restore} />}
      </Card>
    );
  if (!mayChange) return null;
  return (
    <Card title={words.retire}>
      <p>{obstacle ?? words.retireText}</p>
      {children}
      {obstacle === undefined && <ActionForm page={page} action={`${path}/retire`} title={words.retire} />}
    </Card>
  );
}

const ActionForm = ({ page, action, title }: { page: OwnersPage; action: string; title: string }) => (
  <OwnersForm page={page} action={action}>
    <div class="buttons">
      <Button kind="plain">{title}</Button>
    </div>
  </OwnersForm>
);
