/** The value of a metric without labels, out of what the metrics port answers; not a number when it is not there. */
export function metricIn(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
