import type { FastifyInstance } from 'fastify';
import { findAccountOfCalendar } from '../../accounts/calendarFeedStore.ts';
import { parseToken } from '../../accounts/token.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/connection.ts';
import { limitLargeReads } from '../../database/limitConcurrency.ts';
import { ApiError } from '../../errors.ts';
import { referenceOf } from '../../identifiers.ts';
import { rideMinutes } from '../../trips/attention.ts';
import { hasExactPoints } from '../../trips/exactPoints.ts';
import { type CalendarListing, type CalendarRide, listCalendarRides } from '../../trips/store/rides.ts';
import { type Language, parseLanguage } from '../../web/language.ts';
import { labelled } from '../../web/words.ts';
import { orErased } from '../riders/riderName.ts';
import { ridePath } from '../rides/ridePath.ts';
import { hireText } from '../trips/hire.ts';
import { calendarWords } from '../words/calendar.ts';
import { type CalendarEvent, calendarText } from './ics.ts';

interface CalendarDependencies {
  database: Database;
  clock: Clock;
  publicUrl(): string;
}

const DAY_MS = 86_400_000;
/** How far back a calendar goes. */
const PAST_MS = 30 * DAY_MS;

/** The address of a calendar. Programs that read calendars have no language of their own, so it is in the address. */
export const calendarUrl = (publicUrl: string, token: string, language: Language) =>
  `${publicUrl}/calendar/${token}.ics?lang=${language}`;

/** An account's rides as a calendar, for whoever has the secret link. The log has the route, never the path. */
export function calendarRoute(app: FastifyInstance, { database, clock, publicUrl }: CalendarDependencies): void {
  const listRides = limitLargeReads(database, (listing: CalendarListing) => listCalendarRides(database, listing));
  app.get<{ Params: { file: string }; Querystring: { lang?: unknown } }>('/calendar/:file', async (request, reply) => {
    const [, token] = /^(.+)\.ics$/.exec(request.params.file) ?? [];
    const tokenSha256 = parseToken(token);
    const account = tokenSha256 && (await findAccountOfCalendar(database, tokenSha256));
    if (!account) throw new ApiError('NOT_FOUND');
    const { lang } = request.query;
    const language = (typeof lang === 'string' && parseLanguage(lang)) || 'en';
    const at = clock();
    const { accountId, name } = account;
    const rides = await listRides({ accountId, from: new Date(at.getTime() - PAST_MS) });
    const events = rides.map((ride) => eventOf(ride, publicUrl(), language));
    return reply
      .type('text/calendar; charset=utf-8')
      .headers({
        'cache-control': 'private, max-age=300',
        'content-disposition': 'inline; filename="rides.ics"',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(calendarText({ name: calendarWords[language].calendarName(name), at, events }));
  });
}

function eventOf(ride: CalendarRide, publicUrl: string, language: Language): CalendarEvent {
  const words = calendarWords[language];
  const isCancelled = ride.status === 'CANCELLED';
  const pickup = orErased(ride.pickupAddress, language);
  const destination = orErased(ride.destinationAddress, language);
  const title = labelled(orErased(ride.riderName, language), `${pickup} → ${destination}`, language);
  const lines = [
    hireText(ride, language),
    words.to(destination),
    words.passengers(ride.paxNumber),
    ride.driverName && words.driver(ride.driverName),
    ride.contractorName && words.contractor(ride.contractorName),
    words.reference(referenceOf(ride.tripId)),
    ride.estimatedDurationMinutes === null && words.unknownDuration,
    ride.note,
  ];
  const minutes = rideMinutes({
    ...ride,
    pickupAddress: { lat: ride.pickupLat, lng: ride.pickupLng },
    destinationAddress: { lat: ride.destinationLat, lng: ride.destinationLng },
  });
  return {
    uid: `${ride.tripId}@${new URL(publicUrl).hostname}`,
    sequence: ride.version,
    start: ride.scheduledAt,
    end: new Date(ride.scheduledAt.getTime() + Math.ceil(minutes) * 60_000),
    summary: isCancelled ? words.cancelled(title) : title,
    location: pickup,
    description: lines.filter(Boolean).join('\n'),
    geo: hasExactPoints(ride.bookedBy) ? { lat: ride.pickupLat, lng: ride.pickupLng } : null,
    url: publicUrl + ridePath(ride),
    isCancelled,
  };
}
