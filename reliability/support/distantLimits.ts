/** Counting is on, and no limit is ever met: limits are for one caller who asks too much, and here all of them together do. */
export const DISTANT_LIMITS = {
  RATE_LIMIT_IP: '999999999/60',
  RATE_LIMIT_TIERS: 'STANDARD=999999999/60,PRO=999999999/60',
};
