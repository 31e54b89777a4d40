import type { KnownSession } from '../../accounts/sessionStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { hasAssignedRides } from '../../trips/store/rides.ts';
import type { Language } from '../../web/language.ts';
import { DAY_SHEET_PATH } from '../day/days.ts';
import { printWords } from '../words/print.ts';
import { ridesWords } from '../words/rides.ts';

/** Whether the account also drives for contractors, whose trips are in none of its own lists and totals. */
export const drivesForContractors = async (database: Queryable, { account }: KnownSession): Promise<boolean> =>
  account.role === 'DRIVER' && (await hasAssignedRides(database, account.accountId));

/** Says where those rides are. */
export const ContractorsHint = ({ language }: { language: Language }) => (
  <p class="hint">
    {ridesWords[language].notIncluded} <a href={DAY_SHEET_PATH}>{printWords[language].daySheet}</a>
  </p>
);
