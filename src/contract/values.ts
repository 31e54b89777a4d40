export const ROLES = ['DRIVER', 'CONTRACTOR'] as const;
export type Role = (typeof ROLES)[number];
