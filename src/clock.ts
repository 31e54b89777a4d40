/** The wall clock, passed to whatever needs it, so that tests control the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const HOUR_MS = 3_600_000;
