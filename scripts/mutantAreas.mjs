const TRIP_RULES = [
  'attention',
  'exactPoints',
  'countFolding',
  'draft',
  'idempotencySweep',
  'lifecycle',
  'tripLister',
  'tripView',
  'updateTrip',
];

/**
 * What `npm run mutants` breaks, the tests that should notice, and the per cent of the mutants that they must notice. Tests
 * are named below test/; a file after an exclamation mark belongs to another area. An area has only the tests that are about
 * it. What has tests without a database is an area of its own, with `-rules` in its name: a mutant takes a tenth of a second
 * there, and a second or more where a service is started.
 */
export const AREAS = {
  money: {
    files: ['src/money'],
    tests: ['rules/{cents,pricing,rates,vat,localTimes}'],
    least: 95,
  },
  'idempotency-rules': {
    files: ['src/trips/booker.ts', 'src/trips/canceller.ts', 'src/trips/idempotency.ts'],
    tests: ['rules/{booker,canceller,fingerprint}'],
    least: 95,
  },
  idempotency: {
    files: ['src/gates/idempotencyKey.ts', 'src/trips/store/idempotencyKeys.ts'],
    tests: [
      'http/{idempotency,idempotencyExpiry,idempotencyKeyFormat,idempotencyRaces,cancelIdempotency,createTripOrder}',
    ],
    least: 95,
  },
  'keys-rules': {
    files: [
      'src/gates/authentication.ts',
      'src/gates/keyRules.ts',
      'src/keys/apiKey.ts',
      'src/keys/authenticator.ts',
      'src/keys/keyUse.ts',
      'src/keys/restrictions.ts',
    ],
    tests: ['rules/{keys,networks}'],
    least: 95,
  },
  keys: {
    files: ['src/keys/apiKeyStore.ts', 'src/keys/keys.ts'],
    tests: ['rules/keys', 'http/{keyRotation,keyScopes}', 'dashboard/{audit,developers}', 'operator/keys'],
    least: 95,
  },
  isolation: {
    files: ['src/accounts/permissions.ts', 'src/dashboard/page.ts', 'src/dashboard/permissionGate.tsx'],
    tests: ['rules/dashboardGates', 'dashboard/permissions', 'security/otherAccounts'],
    least: 95,
  },
  'trips-rules': {
    files: TRIP_RULES.map((name) => `src/trips/${name}.ts`),
    tests: ['rules/{lifecycle,sweeping,tripLister,tripUpdates,tripViews}'],
    least: 85,
  },
  'trips-routes': {
    files: [
      'src/trips',
      '!src/trips/store',
      ...['booker', 'canceller', 'idempotency', ...TRIP_RULES].map((name) => `!src/trips/${name}.ts`),
    ],
    tests: [
      'http/{cancelIdempotency,cancelReason,cancelTogether,cancelTrip,createTrip,createTripBody,idempotencyRaces}',
      'http/{createTripTimes,listTrips,listTripsFilters,listTripsQuery,logs,readTrip,tripReferences,updateTrip}',
      'dashboard/tripChanges',
    ],
    least: 85,
  },
  'trips-reading': {
    files: [
      ...['consistency', 'dayPlan', 'exportTrips', 'findTrips', 'history', 'listTrips', 'rides', 'tripDetails'],
      'vehicleTrips',
    ].map((name) => `src/trips/store/${name}.ts`),
    tests: [
      'http/{bookingByFunction,listTrips,listTripsFilters,listTripsPages,readTrip,tripReferences}',
      'dashboard/{calendar,day,daySheet,drivers,exports,retirement,tripList,voucher}',
      'operator/check',
    ],
    least: 85,
  },
  'trips-writing': {
    files: ['bookTrips', 'cancelTrips', 'changeTrip', 'eventNumbers', 'tripColumns', 'tripCounts'].map(
      (name) => `src/trips/store/${name}.ts`,
    ),
    tests: [
      'http/{bookingByFunction,createTrip,createTripReferences,previousRelease,cancelTrip,cancelTogether,retired,updateTrip}',
      'http/storedTripText',
      'dashboard/tripChanges',
    ],
    least: 85,
  },
  'gates-rules': {
    files: ['admission', 'compression', 'drain', 'gate', 'repeatedMember', 'trace', 'workload'].map(
      (name) => `src/gates/${name}.ts`,
    ),
    tests: ['rules/{admission,compression,draining,gates,repeatedMember,requestTraces,keys}'],
    least: 85,
  },
  'gates-bodies-rules': {
    files: ['continue', 'jsonBody', 'listQuery', 'validation'].map((name) => `src/gates/${name}.ts`),
    tests: ['rules/{expectContinue,requestContent,validation}'],
    least: 85,
  },
  'gates-errors-rules': {
    files: ['countHeader', 'errorEnvelope', 'failureLog', 'sheddingLog', 'unroutable'].map(
      (name) => `src/gates/${name}.ts`,
    ),
    tests: ['rules/{errorAnswers,failureLogs,routing}'],
    least: 85,
  },
  'gates-requests': {
    files: ['brokenHttp', 'overload', 'rateLimits', 'requestId', 'requestLog'].map((name) => `src/gates/${name}.ts`),
    tests: ['http/{brokenHttp,idleConnections,logs,overload,rateLimits,requestId}'],
    least: 85,
  },
  'accounts-rules': {
    files: ['src/accounts/passwordRules.ts', 'src/accounts/passwords.ts', 'src/accounts/token.ts'],
    tests: ['rules/{passwordRules,passwords}'],
    least: 85,
  },
  accounts: {
    files: [
      'src/accounts',
      ...['passwordRules', 'passwords', 'permissions', 'token'].map((name) => `!src/accounts/${name}.ts`),
    ],
    tests: [
      'dashboard/{drivers,members,profile,sessions,signIn,totp,voucher,calendar,concurrentEdits}',
      'operator/accounts',
    ],
    least: 85,
  },
  limits: {
    files: ['src/limits'],
    tests: ['rules/{clientAddress,counting,networks,rateLimits}'],
    least: 85,
  },
  'web-rules': {
    files: ['src/web', '!src/web/components'],
    tests: ['rules/{csv,errorPages,web}'],
    least: 85,
  },
  'web-components-rules': {
    files: ['src/web/components'],
    tests: ['rules/components'],
    least: 85,
  },
  'dashboard-rules': {
    files: ['src/dashboard/calendar/ics.ts', 'src/dashboard/exports/month.ts'],
    tests: ['rules/{ics,month}'],
    least: 85,
  },
  dashboard: {
    files: [
      'src/dashboard/booking/bookingRequest.ts',
      'src/dashboard/confirmationGate.tsx',
      'src/dashboard/formGate.ts',
      'src/dashboard/pricing/schemeRules.ts',
      'src/dashboard/textBounds.ts',
      'src/dashboard/trips/updateDraft.ts',
      'src/dashboard/visit.ts',
    ],
    tests: ['dashboard/{booking,confirmation,forms,pages,pricing,tripChanges}'],
    least: 85,
  },
  'webhooks-rules': {
    files: ['src/webhooks/retries.ts', 'src/webhooks/targets.ts'],
    tests: ['rules/{webhookRetries,webhookTargets}'],
    least: 85,
  },
  webhooks: {
    files: ['src/webhooks', ...['retries', 'targets'].map((name) => `!src/webhooks/${name}.ts`)],
    tests: ['rules/webhookSender', 'http/{webhookDeliveries,webhookEndpoints}', 'dashboard/webhooks'],
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
  {
    reason: 'There is an outcome for every cancellation: the rest is for the compiler.',
    file: 'src/trips/canceller.ts',
    line: "outcome?.verdict === 'cancelled'",
    replacements: ['outcome.verdict'],
  },
  ...[
    ['src/trips/store/idempotencyKeys.ts', "'find_known_responses',"],
    ['src/trips/store/idempotencyKeys.ts', "'keep_responses',"],
    ['src/keys/apiKeyStore.ts', "'find_keys',"],
    ['src/keys/apiKeyStore.ts', "'list_keys',"],
  ].map(([file, line]) => ({
    reason: 'The name lets PostgreSQL keep the plan; a statement without one does the same.',
    file,
    line,
    replacements: ['""'],
  })),
  {
    reason: 'Neither text is a key.',
    file: 'src/gates/authentication.ts',
    line: "request.headers.authorization ?? ''",
    replacements: ['"Stryker was here!"'],
  },
  {
    reason: 'A route without scopes cannot be registered: the default is for the compiler.',
    file: 'src/gates/keyRules.ts',
    line: 'config.scopes ?? []',
    replacements: ['["Stryker was here"]'],
  },
  {
    reason: 'The first element of the list is what the pattern matched as a whole, which is skipped.',
    file: 'src/keys/apiKey.ts',
    line: 'FORMAT.exec(text) ?? []',
    replacements: ['["Stryker was here"]'],
  },
  {
    reason: 'The pattern matches both or neither; that both are there is for the compiler.',
    file: 'src/keys/apiKey.ts',
    line: 'return keyId && secret',
    replacements: ['keyId || secret'],
  },
  {
    reason: 'Before and after the list there is nothing, which takes no time.',
    file: 'src/gates/admission.ts',
    line: 'let first = recent.length - 1',
    replacements: ['recent.length + 1'],
  },
  {
    reason: 'There is a tick at every index of the list: the rest is for the compiler.',
    file: 'src/gates/admission.ts',
    line: 'recent[first]?.elapsedMs',
    replacements: ['recent[first].elapsedMs'],
  },
  ...[
    ['const maxTicks =', ['Math.ceil(rule.busyMs * rule.tickMs)', 'rule.busyMs * rule.tickMs']],
    ['if (recent.length > maxTicks)', ['false']],
    ['if (underWay > maxUnderWay)', ['underWay >= maxUnderWay']],
    ['const recent: Tick[] = []', ['["Stryker was here"]']],
  ].map(([line, replacements]) => ({
    reason: 'Only the latest ticks are judged: older ones take memory, and the same number once more changes nothing.',
    file: 'src/gates/workload.ts',
    line,
    replacements,
  })),
  ...[
    ['const NAME_ENDS =', ['/"\\s:/g']],
    ['text.match(NAME_ENDS)?.length === memberCount', ['false']],
    ['function memberCount(', ['{}']],
    ['const values = [parsed];', ['[]']],
    ['for (const value of values) {', ['{}']],
    ["if (typeof value !== 'object'", ['true', '""']],
    ['if (!Array.isArray(value)) count', ['false', 'count -= members.length']],
    ['return count || undefined;', ['true', 'false', 'count && undefined']],
  ].map(([line, replacements]) => ({
    reason: 'Counting saves reading the text again. A wrong count has it read, which gives the same answer.',
    file: 'src/gates/repeatedMember.ts',
    line,
    replacements,
  })),
  {
    reason: 'An object that is open has a member by then.',
    file: 'src/gates/repeatedMember.ts',
    line: 'names: new Set(), latest:',
    replacements: ['"Stryker was here!"'],
  },
  {
    reason: 'In JSON there is a colon only after the name of a member, and a member only in an object.',
    file: 'src/gates/repeatedMember.ts',
    line: 'else if (innermost !== undefined',
    replacements: ['true'],
  },
  {
    reason: 'The format of ajv-formats says the same of every address; ours takes less time for a long one.',
    file: 'src/gates/validation.ts',
    line: "ajv.addFormat('email', isEmail);",
    replacements: ['""'],
  },
  {
    reason: 'An array joins null as an empty text, and it is no formula.',
    file: 'src/web/csv.ts',
    line: 'if (cell === null)',
    replacements: ['false'],
  },
  {
    reason: 'An IPv4 address has 32 bits, so as many or more are all of them.',
    file: 'src/limits/networks.ts',
    line: "parsed.kind() === 'ipv4' ? 32 : 128",
    replacements: ['false', '""'],
  },
];
