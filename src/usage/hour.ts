export const HOUR_MS = 3_600_000;

export const startOfHour = (at: number): number => at - (at % HOUR_MS);
