import type { MemberRole } from '../contract/values.ts';

/** What each role may do. The dashboard's gate and pages go by this table, and docs/members.md shows it. */
export const PERMISSIONS = {
  VIEW: ['OWNER', 'DISPATCHER', 'VIEWER'],
  OWN_PROFILE: ['OWNER', 'DISPATCHER', 'VIEWER'],
  TRIPS: ['OWNER', 'DISPATCHER'],
  RIDERS: ['OWNER', 'DISPATCHER'],
  VEHICLES: ['OWNER', 'DISPATCHER'],
  DRIVERS: ['OWNER', 'DISPATCHER'],
  PRICING: ['OWNER'],
  KEYS: ['OWNER'],
  WEBHOOKS: ['OWNER'],
  ACCOUNT: ['OWNER'],
  MEMBERS: ['OWNER'],
  AUDIT: ['OWNER'],
  PRIVACY: ['OWNER'],
} as const satisfies Record<string, readonly MemberRole[]>;

export type Permission = keyof typeof PERMISSIONS;

export const mayRole = (role: MemberRole, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly MemberRole[]).includes(role);
