import { answerContractor, inviteDriver } from '../../src/accounts/driverAgreementStore.ts';
import type { TestAccount, TestService } from './service.ts';

/** Lets a driver agree to drive for a contractor. */
export async function agree(
  { database, clock }: TestService,
  contractor: TestAccount,
  driver: TestAccount,
): Promise<void> {
  const email = `${driver.accountId}@example.com`;
  await inviteDriver(database, contractor.accountId, email, clock.now());
  const answer = { driverId: driver.accountId, email, contractorId: contractor.accountId, status: 'AGREED' as const };
  await answerContractor(database, answer, clock.now());
}
