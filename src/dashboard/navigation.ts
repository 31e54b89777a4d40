import type { Language } from '../web/language.ts';
import { layoutWords } from './words/layout.ts';

export type Section = 'trips' | 'pricing' | 'riders' | 'vehicles' | 'developers' | 'account';

interface NavigationItem {
  section: Section;
  path: string;
}

/** The entries of the navigation; signing in leads to the first. */
export const NAVIGATION: readonly [NavigationItem, ...NavigationItem[]] = [
  { section: 'trips', path: '/app/trips' },
  { section: 'pricing', path: '/app/pricing' },
  { section: 'riders', path: '/app/riders' },
  { section: 'vehicles', path: '/app/vehicles' },
  { section: 'developers', path: '/app/developers' },
  { section: 'account', path: '/app/account' },
];

export const sectionTitle = (section: Section, language: Language): string => layoutWords[language][section];
