import type { Role } from '../contract/values.ts';
import type { Language } from '../web/language.ts';
import { layoutWords } from './words/layout.ts';

export type Section = 'rides' | 'trips' | 'drivers' | 'pricing' | 'riders' | 'vehicles' | 'developers' | 'account';

interface NavigationItem {
  section: Section;
  path: string;
  /** Only for accounts of this role. */
  role?: Role;
}

const NAVIGATION: readonly NavigationItem[] = [
  { section: 'rides', path: '/app/rides', role: 'DRIVER' },
  { section: 'trips', path: '/app/trips' },
  { section: 'drivers', path: '/app/drivers', role: 'CONTRACTOR' },
  { section: 'pricing', path: '/app/pricing' },
  { section: 'riders', path: '/app/riders' },
  { section: 'vehicles', path: '/app/vehicles' },
  { section: 'developers', path: '/app/developers' },
  { section: 'account', path: '/app/account' },
];

/** The entries of the navigation for an account; signing in leads to the first. */
export const navigationFor = (role: Role): NavigationItem[] =>
  NAVIGATION.filter((item) => item.role === undefined || item.role === role);

export const sectionTitle = (section: Section, language: Language): string => layoutWords[language][section];
