import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../database/connection.ts';
import { referenceOf } from '../../identifiers.ts';
import type { CalendarRide } from '../../trips/store/rides.ts';
import { LinkButton } from '../../web/components/form.tsx';
import { numberText, sortableText } from '../../web/components/moment.tsx';
import { Card } from '../../web/components/notice.tsx';
import { type Column, EmptyState, Table } from '../../web/components/table.tsx';
import { type CsvColumn, onePage, sendCsv } from '../../web/csv.ts';
import type { Language } from '../../web/language.ts';
import { noteOf } from '../actions.ts';
import { orErased } from '../riders/riderName.ts';
import { visitOf } from '../visit.ts';
import { exportWords } from '../words/exports.ts';
import { ridesWords } from '../words/rides.ts';
import { statusWords, tripsWords } from '../words/trips.ts';
import type { Month } from './month.ts';
import { GROUPS, type Group, groupOf, groupTitle } from './totals.ts';

interface ContractorsRidesProperties {
  rides: readonly CalendarRide[];
  csvLink: string;
  language: Language;
}

/** How many rides a driver had for each contractor. Without amounts: what a contractor pays is not what the rider pays. */
export function ContractorsRides({ rides, csvLink, language }: ContractorsRidesProperties) {
  const words = exportWords[language];
  const contractors = [...new Map(rides.map((ride) => [ride.accountId, ride])).values()];
  return (
    <Card title={words.forContractors}>
      <p class="hint">{words.forContractorsText}</p>
      {rides.length === 0 ? (
        <EmptyState title={words.noRides} />
      ) : (
        <>
          <Table
            caption={words.forContractors}
            columns={contractorColumns(rides, language)}
            rows={contractors}
            keyOf={({ accountId }) => accountId}
          />
          <LinkButton href={csvLink}>{words.exportRides}</LinkButton>
        </>
      )}
    </Card>
  );
}

function contractorColumns(rides: readonly CalendarRide[], language: Language): Column<CalendarRide>[] {
  const count = (contractorId: string, group: Group) =>
    rides.filter(({ accountId, status }) => accountId === contractorId && groupOf(status) === group).length;
  return [
    { title: ridesWords[language].contractor, cell: ({ contractorName }) => contractorName },
    ...GROUPS.map((group) => ({
      title: groupTitle(group, language),
      isNumber: true,
      cell: ({ accountId }: CalendarRide) => numberText(count(accountId, group), language),
    })),
  ];
}

/** The rides themselves, for the driver's invoices. */
export async function sendContractorsRides(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, month, rides }: { database: Queryable; month: Month; rides: readonly CalendarRide[] },
): Promise<FastifyReply> {
  const { language } = visitOf(request);
  await noteOf(request)(database, 'RIDES_EXPORTED', { month: month.text });
  return sendCsv(reply, {
    name: `${exportWords[language].ridesFile}-${month.text}`,
    language,
    columns: csvColumns(language),
    pages: onePage(rides),
  });
}

function csvColumns(language: Language): CsvColumn<CalendarRide>[] {
  const words = exportWords[language];
  return [
    { title: words.reference, cell: ({ tripId }) => referenceOf(tripId) },
    { title: ridesWords[language].contractor, cell: ({ contractorName }) => contractorName },
    { title: words.status, cell: ({ status }) => statusWords[language][status] },
    { title: words.pickupTime, cell: ({ scheduledAt }) => sortableText(scheduledAt, language) },
    { title: words.rider, cell: ({ riderName }) => orErased(riderName, language) },
    { title: words.from, cell: ({ pickupAddress }) => orErased(pickupAddress, language) },
    { title: words.to, cell: ({ destinationAddress }) => orErased(destinationAddress, language) },
    { title: words.tripType, cell: ({ tripType }) => tripsWords[language][tripType] },
    { title: words.duration, cell: ({ estimatedDurationMinutes }) => estimatedDurationMinutes },
    { title: words.passengers, cell: ({ paxNumber }) => paxNumber },
    { title: words.id, cell: ({ tripId }) => tripId },
  ];
}
