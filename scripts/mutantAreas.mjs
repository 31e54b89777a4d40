/**
 * What `npm run mutants` breaks, the tests that should notice, and the per cent of the mutants that they must notice. Tests
 * are named below test/. An area has only the tests that are about it, so that it takes ten minutes at most.
 */
export const AREAS = {
  money: {
    files: ['src/money'],
    tests: ['rules/{cents,pricing,rates,vat,localTimes}'],
    least: 95,
  },
  idempotency: {
    files: [
      'src/gates/idempotencyKey.ts',
      'src/trips/booker.ts',
      'src/trips/idempotency.ts',
      'src/trips/store/idempotencyKeys.ts',
    ],
    tests: [
      'rules/{booker,fingerprint}',
      'http/{idempotency,idempotencyExpiry,idempotencyKeyFormat,idempotencyRaces,cancelIdempotency,createTripOrder}',
    ],
    least: 95,
  },
  keys: {
    files: ['src/gates/authentication.ts', 'src/gates/keyRules.ts', 'src/keys'],
    tests: ['rules/{keys,networks}', 'http/{apiKeys,keyRotation,keyScopes}', 'operator/keys'],
    least: 95,
  },
  isolation: {
    files: ['src/accounts/permissions.ts', 'src/dashboard/page.ts', 'src/dashboard/permissionGate.tsx'],
    tests: ['rules/dashboardGates', 'dashboard/permissions', 'security/otherAccounts'],
    least: 95,
  },
  trips: {
    files: ['src/trips'],
    tests: [
      'rules/{lifecycle,fingerprint,tripReference}',
      'http/{createTrip,createTripReferences,createTripTimes,createTripVat,cancelTrip,cancelReason,listTrips}',
      'http/{listTripsFilters,listTripsPages,readTrip,updateTrip,tripReferences,storedTripText,idempotency}',
      'dashboard/tripChanges',
    ],
    least: 85,
  },
  gates: {
    files: ['src/gates'],
    tests: [
      'rules/{admission,repeatedMember}',
      'http/{brokenHttp,compression,createTripBody,errors,logs,overload,rateLimits,requestId,traceparent}',
    ],
    least: 85,
  },
  accounts: {
    files: ['src/accounts'],
    tests: [
      'rules/passwordRules',
      'dashboard/{drivers,guessing,members,profile,sessions,signIn,totp}',
      'operator/accounts',
    ],
    least: 85,
  },
  limits: {
    files: ['src/limits'],
    tests: ['rules/{clientAddress,counting,networks}', 'http/rateLimits', 'security/addressLimit'],
    least: 85,
  },
  web: {
    files: ['src/web'],
    tests: ['rules/csv', 'dashboard/{exports,forms,pages}', 'docs/pages'],
    least: 85,
  },
  dashboard: {
    files: [
      'src/dashboard/booking/bookingRequest.ts',
      'src/dashboard/calendar/ics.ts',
      'src/dashboard/confirmationGate.tsx',
      'src/dashboard/exports/month.ts',
      'src/dashboard/formGate.ts',
      'src/dashboard/pricing/schemeRules.ts',
      'src/dashboard/textBounds.ts',
      'src/dashboard/trips/updateDraft.ts',
      'src/dashboard/visit.ts',
    ],
    tests: ['rules/{ics,month}', 'dashboard/{booking,confirmation,forms,pages,pricing,tripChanges}'],
    least: 85,
  },
  webhooks: {
    files: ['src/webhooks'],
    tests: ['rules/{webhookRetries,webhookTargets}', 'http/{webhookDeliveries,webhookEndpoints}', 'dashboard/webhooks'],
    least: 85,
  },
};

/**
 * Mutants that change nothing anybody can observe. Each was read, and the reason says why no test can notice it. A mutant is
 * known by its file, a part of its line and what the line's part is replaced by.
 */
export const EQUIVALENT = [
  {
    reason: 'A text that is split has a first part: the default is for the compiler, which does not know that.',
    file: 'src/money/cents.ts',
    line: "= '0'",
    replacements: ['""'],
  },
  {
    reason: 'The first element of the list is what the pattern matched as a whole, which is skipped.',
    file: 'src/money/clockTime.ts',
    line: '.exec(text) ?? []',
    replacements: ['["Stryker was here"]'],
  },
  {
    reason: 'Saves reading the clock of a scheme without windows; none would be found in an empty list either.',
    file: 'src/money/rates.ts',
    line: 'if (table.windows.length === 0) return undefined;',
    replacements: ['false'],
  },
  {
    reason: 'A cache: without it formatters are made again, and are the same.',
    file: 'src/money/rates.ts',
    line: 'if (clock === undefined) {',
    replacements: ['true'],
  },
  {
    reason: 'The formatter always writes the weekday: the default is for the compiler.',
    file: 'src/money/rates.ts',
    line: "parts.weekday ?? ''",
    replacements: ['"Stryker was here!"'],
  },
  {
    reason: 'What the pattern refuses beyond its middle is no date either, or is not written as it was given.',
    file: 'src/money/timeZone.ts',
    line: '.test(wallTime)) return undefined;',
    replacements: ['/2[01]\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$/', '/^2[01]\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}/'],
  },
  {
    reason: 'To multiply by 1 or -1 is to divide by it.',
    file: 'src/money/timeZone.ts',
    line: "(sign === '-' ? -1 : 1)",
    replacements: ["(Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000 / (sign === '-' ? -1 : 1)"],
  },
  {
    reason: 'A cache: without it formatters are made again, and are the same.',
    file: 'src/money/timeZone.ts',
    line: 'if (known) return known;',
    replacements: ['false'],
  },
  {
    reason: 'The version of ICU in Node 20 writes UTC with an offset; the first element of the list is skipped anyway.',
    file: 'src/money/timeZone.ts',
    line: '?? [];',
    replacements: ['["Stryker was here"]'],
  },
  {
    reason: 'The formatter always writes the offset: the default is for the compiler.',
    file: 'src/money/timeZone.ts',
    line: "?.value ?? ''",
    replacements: ['"Stryker was here!"'],
  },
  {
    reason: 'The formatter always writes the offset, so the member is always there.',
    file: 'src/money/timeZone.ts',
    line: 'offsetFormat(timeZone)',
    replacements: ["offsetFormat(timeZone).formatToParts(at).find(({\n  type\n}) => type === 'timeZoneName').value"],
  },
  {
    reason: 'A function that ends without a return returns undefined.',
    file: 'src/money/timeZone.ts',
    line: '} catch {',
    replacements: ['{}'],
  },
  {
    reason: 'Only whether a key is in the cache is ever asked, never its value.',
    file: 'src/trips/idempotency.ts',
    line: 'this.#keys.set(nameOf(accountId, key), true);',
    replacements: ['false'],
  },
  ...["'find_known_responses',", "'keep_responses',"].map((line) => ({
    reason: 'The name lets PostgreSQL keep the plan; a statement without one does the same.',
    file: 'src/trips/store/idempotencyKeys.ts',
    line,
    replacements: ['""'],
  })),
];
