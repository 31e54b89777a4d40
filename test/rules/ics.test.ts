import { describe, expect, it } from 'vitest';
import { type CalendarEvent, calendarText } from '../../src/dashboard/calendar/ics.ts';

const EVENT: CalendarEvent = {
  uid: 'abc@example.com',
  sequence: 2,
  start: new Date('2027-03-28T00:30:00.500Z'),
  end: new Date('2027-03-28T01:30:00Z'),
  summary: 'Ada',
  location: 'Paris',
  description: 'To: CDG',
  geo: { lat: 48.8, lng: -2.5 },
  url: 'https://example.com/app/trips/abc',
  isCancelled: false,
};
const textOf = (changes: Partial<CalendarEvent>) =>
  calendarText({ name: 'Rides', at: new Date('2027-03-01T08:00:00Z'), events: [{ ...EVENT, ...changes }] });

/** The lines as a calendar program reads them. */
const linesIn = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar after RFC 5545', () => {
  it('has its times in UTC, and every line ends with CRLF', () => {
    const text = textOf({});
    expect(linesIn(text)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Trip Booking//Rides//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Rides',
      'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
      'X-PUBLISHED-TTL:PT15M',
      'BEGIN:VEVENT',
      'UID:abc@example.com',
      'SEQUENCE:2',
      'DTSTAMP:20270301T080000Z',
      'DTSTART:20270328T003000Z',
      'DTEND:20270328T013000Z',
      'SUMMARY:Ada',
      'LOCATION:Paris',
      'DESCRIPTION:To: CDG',
      'GEO:48.8;-2.5',
      'URL:https://example.com/app/trips/abc',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('escapes texts, so that nobody’s note can add a line', () => {
    const lines = linesIn(textOf({ description: 'a,b;c\\d\r\nEND:VEVENT\nx\u0007\ry', summary: '\u0000' }));
    expect(lines).toContain('DESCRIPTION:a\\,b\\;c\\\\d\\nEND:VEVENT\\nx\\ny');
    expect(lines).toContain('SUMMARY:');
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  });

  it('folds lines at 75 bytes without splitting a character', () => {
    const summary = `${'é'.repeat(100)}${'🚕'.repeat(30)}`;
    const text = textOf({ summary });
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(linesIn(text)).toContain(`SUMMARY:${summary}`);
  });

  it('marks what is cancelled, and frees its time', () => {
    const lines = linesIn(textOf({ isCancelled: true }));
    expect(lines).toEqual(expect.arrayContaining(['STATUS:CANCELLED', 'TRANSP:TRANSPARENT']));
  });
});
