import { LinkButton } from '../../web/components/form.tsx';
import { Icon } from '../../web/components/icon.tsx';

interface StepLinkProperties {
  href: string;
  title: string;
  isBack?: boolean;
}

/** To the previous or the next day, week or month; on a phone, the icon alone. */
export const StepLink = ({ href, title, isBack = false }: StepLinkProperties) => (
  <LinkButton href={href} aria-label={title}>
    {isBack && <Icon name="chevron-left" />}
    <span class="step">{title}</span>
    {!isBack && <Icon name="chevron-right" />}
  </LinkButton>
);
