import { answerContractor, inviteDriver } from '../../src/accounts/driverAgreementStore.ts';
import { assignTrip } from '../../src/trips/store/changeTrip.ts';
import type { TestAccount, TestService } from './service.ts';

/** Lets a driver agree to drive for a contractor. */
export async function agree(
  { database, clock }: TestService,
  contractor: TestAccount,
  driver: TestAccount,
): Promise<void> {
  const email = `${driver.accountId}@example.com`;
  await inviteDriver(database, contractor.accountId, email, clock.now());
  const answer = {
    driverId: driver.accountId,
    emails: [email],
    contractorId: contractor.accountId,
    status: 'AGREED' as const,
  };
  await answerContractor(database, answer, clock.now());
}

/** Assigns a new trip of a contractor to a driver. */
export async function assign(
  { database, clock }: TestService,
  { accountId }: TestAccount,
  tripId: string,
  driver: TestAccount,
): Promise<void> {
  await assignTrip(database, {
    trip: { accountId, tripId, version: 1 },
    ...{ executorId: driver.accountId, assignedAt: clock.now(), assignedBy: 'OPERATOR' },
  });
}
