import type { Role } from '../contract/values.ts';
import type { IconName } from '../web/components/icon.tsx';
import type { Language } from '../web/language.ts';
import { layoutWords } from './words/layout.ts';

export type Section =
  | 'rides'
  | 'day'
  | 'trips'
  | 'drivers'
  | 'pricing'
  | 'riders'
  | 'vehicles'
  | 'developers'
  | 'account';

interface NavigationItem {
  section: Section;
  path: string;
  icon: IconName;
  /** Only for accounts of this role. */
  role?: Role;
}

const NAVIGATION: readonly NavigationItem[] = [
  { section: 'rides', path: '/app/rides', icon: 'calendar-check', role: 'DRIVER' },
  { section: 'day', path: '/app/day', icon: 'calendar-days' },
  { section: 'trips', path: '/app/trips', icon: 'route' },
  { section: 'drivers', path: '/app/drivers', icon: 'id-card', role: 'CONTRACTOR' },
  { section: 'riders', path: '/app/riders', icon: 'users' },
  { section: 'vehicles', path: '/app/vehicles', icon: 'car' },
  { section: 'pricing', path: '/app/pricing', icon: 'euro' },
  { section: 'developers', path: '/app/developers', icon: 'code-xml' },
  { section: 'account', path: '/app/account', icon: 'building-2' },
];

/** The entries of the navigation for an account; signing in leads to the first. */
export const navigationFor = (role: Role): NavigationItem[] =>
  NAVIGATION.filter((item) => item.role === undefined || item.role === role);

export const sectionTitle = (section: Section, language: Language): string => layoutWords[language][section];
