interface Unscoped {
  why: string;
  /** The only files that may import it. */
  usedBy: string[];
}

/** Statements that name no account, each with the reason, and who may run it. */
export const UNSCOPED: Record<string, Unscoped> = {
  findKeys: { why: 'whose key it is, is what it finds out', usedBy: ['keys/authenticator.ts'] },
  recordUses: { why: 'of keys that were verified', usedBy: ['keys/keyUse.ts'] },
  findAccountOfKey: { why: 'the operator names keys alone', usedBy: ['operator/keyCommands.ts'] },
  deleteExpiredAuditEntries: { why: 'their time alone decides', usedBy: ['audit/auditSweep.ts'] },
  writeUsage: { why: 'of requests whose keys were verified', usedBy: ['usage/recorder.ts'] },
  listAccountsWithRequests: { why: 'housekeeping for all accounts', usedBy: ['usage/usageSweep.ts'] },
  deleteOldUsage: { why: 'their time alone decides', usedBy: ['usage/usageSweep.ts'] },
  insertAccount: { why: 'the account is only being made', usedBy: ['accounts/openAccount.ts'] },
  listAccounts: {
    why: 'the operator sees all',
    usedBy: ['operator/accountCommands.ts', 'operator/givenAccount.ts'],
  },
  listTiersInUse: { why: 'names of tiers, for a warning at the start', usedBy: ['start/service.ts'] },
  hasAccounts: {
    why: 'yes or no, for the welcome text and a warning',
    usedBy: ['operator/backupCommands.ts', 'start/welcome.ts'],
  },
  findMemberByEmail: {
    why: 'whose address it is, is what it finds out',
    usedBy: [
      'dashboard/drivers/driversPage.tsx',
      'dashboard/members/invitePage.tsx',
      'dashboard/signIn/forgottenPassword.tsx',
      'dashboard/signIn/signInPage.tsx',
      'operator/memberCommands.ts',
    ],
  },
  findInvitation: {
    why: 'whose invitation it is, is what it finds out',
    usedBy: ['dashboard/signIn/invitationPage.tsx'],
  },
  useInvitation: { why: 'only its holder knows it', usedBy: ['dashboard/signIn/invitationPage.tsx'] },
  findSession: { why: 'whose session it is, is what it finds out', usedBy: ['accounts/sessions.ts'] },
  findPendingSession: {
    why: 'whose session it is, is what it finds out',
    usedBy: ['dashboard/signIn/secondStep.tsx'],
  },
  claimMail: { why: 'mails of all accounts are sent alike', usedBy: ['mail/mailer.ts'] },
  findAccountOfCalendar: {
    why: 'whose calendar it is, is what it finds out',
    usedBy: ['dashboard/calendar/feedRoute.ts'],
  },
  listAccountsWithRidersBefore: { why: 'housekeeping for all accounts', usedBy: ['privacy/retention.ts'] },
  insertServiceTier: {
    why: 'tiers are the platform’s',
    usedBy: ['accounts/demoAccount.ts', 'operator/catalogueCommands.ts'],
  },
  updateServiceTier: { why: 'tiers are the platform’s', usedBy: ['operator/catalogueCommands.ts'] },
  listServiceTiers: {
    why: 'tiers are the platform’s',
    usedBy: [
      'accounts/demoAccount.ts',
      'dashboard/booking/bookingRoutes.tsx',
      'dashboard/pricing/pricingPage.tsx',
      'dashboard/pricing/schemeRoutes.tsx',
      'operator/accountCommands.ts',
      'operator/catalogueCommands.ts',
    ],
  },
  pageOfServiceTiers: { why: 'tiers are the platform’s', usedBy: ['catalogueApi/catalogueRoutes.ts'] },
  deleteExpiredKeys: { why: 'their time alone decides', usedBy: ['trips/idempotencySweep.ts'] },
  findMiscounts: { why: 'the operator checks all accounts', usedBy: ['operator/databaseCommands.ts'] },
  findOrphans: { why: 'the operator checks all accounts', usedBy: ['operator/databaseCommands.ts'] },
  findEventGaps: { why: 'the operator checks all accounts', usedBy: ['operator/databaseCommands.ts'] },
  repairCounts: { why: 'the operator corrects all accounts', usedBy: ['operator/databaseCommands.ts'] },
  foldCountChanges: { why: 'every account’s lines are added up alike', usedBy: ['trips/countFolding.ts'] },
  listAccountsToIndex: { why: 'housekeeping for all accounts', usedBy: ['search/indexer.ts'] },
  listEndpointsWithWork: { why: 'deliveries for all accounts', usedBy: ['webhooks/deliverer.ts'] },
  countWaitingDeliveries: { why: 'a number, for metrics', usedBy: ['start/housekeeping.ts'] },
  deleteOldDeliveries: { why: 'their time alone decides', usedBy: ['webhooks/deliverySweep.ts'] },
  listEndpointsWithLongLogs: { why: 'housekeeping for all accounts', usedBy: ['webhooks/deliverySweep.ts'] },
  findTripOfAnyAccount: { why: 'the operator is given a trip’s id alone', usedBy: ['operator/givenTrip.ts'] },
  findReferencedTrips: { why: 'the operator is given a trip’s reference alone', usedBy: ['operator/givenTrip.ts'] },
};

/** Functions that only write SQL for the others. */
export const FRAGMENTS = [
  'hasReference',
  'referenceValues',
  'joinKnownKey',
  'joinKnownBooking',
  'knownBookingResponse',
  'claimKeys',
  'keyClaim',
  'selectKnownKey',
  'numbersFor',
  'countOf',
  'addToCounts',
  'moveCounts',
  'takeNumbers',
  'eventNumber',
  'tripRowsetColumns',
  'setTripColumns',
  'executorFor',
  'assignedTo',
  'readsOf',
  'changesOf',
];
