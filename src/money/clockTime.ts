const MINUTES_OF_A_DAY = 1440;

/** Minutes since midnight of a time such as 22:00; 24:00 is the end of a day. Undefined if the text is invalid. */
export function parseClockTime(text: string): number | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= MINUTES_OF_A_DAY ? minutes : undefined;
}

export const clockTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
