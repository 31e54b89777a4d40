import type { Trip } from '../../contract/trip.ts';
import { isRideOver } from '../../trips/lifecycle.ts';
import { dateAndHourText, whichTime } from '../../web/components/moment.tsx';
import { Badge } from '../../web/components/notice.tsx';
import type { Column } from '../../web/components/table.tsx';
import type { Language } from '../../web/language.ts';
import { orErased } from '../riders/riderName.ts';
import { tripsWords } from '../words/trips.ts';
import { hireText } from './hire.ts';
import { StatusBadge } from './statusBadge.tsx';

/** What every list of trips knows of each. */
export interface TripInList {
  trip: Trip;
  riderName: string;
}

type TripColumn = 'pickupTime' | 'rider' | 'pickup' | 'destination' | 'status';

/** The columns that lists of trips have in common. */
export function tripColumns(language: Language): Record<TripColumn, Column<TripInList>> {
  const words = tripsWords[language];
  return {
    pickupTime: { title: words.pickupTime, cell: ({ trip }) => pickupText(trip, language) },
    rider: { title: words.rider, maxLines: 2, inCard: 'main', cell: ({ riderName }) => orErased(riderName, language) },
    pickup: {
      title: words.pickup,
      maxLines: 2,
      inCard: 'wide',
      class: 'address',
      cell: ({ trip }) => orErased(trip.pickupAddress.address, language),
    },
    destination: {
      title: words.destination,
      maxLines: 2,
      inCard: 'wide',
      class: 'address to',
      cell: ({ trip }) => orErased(trip.destinationAddress.address, language),
      below: ({ trip }) => hireText(trip, language),
    },
    status: {
      title: words.status,
      inCard: 'aside',
      cell: ({ trip }) => <StatusBadge status={trip.status} language={language} />,
    },
  };
}

/** The list states the zone once. */
function pickupText({ scheduledPickupTime }: Trip, language: Language) {
  const at = new Date(scheduledPickupTime);
  return (
    <time dateTime={scheduledPickupTime} class={whichTime(at) && 'long'}>
      {dateAndHourText(at, language)}
    </time>
  );
}

/** The driver, or that there is none, which only matters before the end of the ride. */
export function driverColumn<Row extends TripInList>(
  nameOf: (row: Row) => string | null | undefined,
  language: Language,
): Column<Row> {
  const words = tripsWords[language];
  const nobody = ({ trip }: Row) => (isRideOver(trip.status) ? null : <Badge kind="warn">{words.unassigned}</Badge>);
  return { title: words.driver, maxLines: 2, inCard: 'wide', cell: (row) => nameOf(row) ?? nobody(row) };
}
