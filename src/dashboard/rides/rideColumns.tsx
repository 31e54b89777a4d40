import type { Column } from '../../web/components/table.tsx';
import type { Language } from '../../web/language.ts';
import { type TripInList, tripColumns } from '../trips/tripColumns.tsx';
import { ridesWords } from '../words/rides.ts';
import { formerPickupText, type MaybeMoved } from './moved.ts';
import { type FROM_RIDES, ridePath } from './ridePath.ts';

export interface RideInList extends TripInList, MaybeMoved {
  /** Null for a trip of the driver's own account. */
  contractorName: string | null;
}

export const linkToRide = ({ contractorName, trip }: RideInList, origin?: typeof FROM_RIDES): string =>
  ridePath({ tripId: trip._id, contractorName }, origin);

/** The columns of a driver's rides. */
export function rideColumns<Row extends RideInList>(
  language: Language,
  statusCell?: Column<Row>['cell'],
): Column<Row>[] {
  const { pickupTime, rider, pickup, destination, status } = tripColumns(language);
  const contractor: Column<Row> = {
    title: ridesWords[language].contractor,
    maxLines: 2,
    inCard: 'wide',
    cell: ({ contractorName }) => contractorName,
  };
  return [
    {
      ...pickupTime,
      below: (ride) => formerPickupText(new Date(ride.trip.scheduledPickupTime), ride, language),
    },
    ...[rider, pickup, destination, contractor, { ...status, cell: statusCell ?? status.cell }],
  ];
}
