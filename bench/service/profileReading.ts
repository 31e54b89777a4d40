import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CpuProfile, readProfile, type SelfTime } from '../measuring/profile.ts';
import type { MeasuredRow } from '../rows/row.ts';

const FUNCTIONS_SHOWN = 25;
const PACKAGES_SHOWN = 12;

/** Where the service's time went during each row, from the newest profile in the directory. */
export function readNewestProfile(directory: string, rows: readonly MeasuredRow[]): string {
  const newest = readdirSync(directory)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => join(directory, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
  if (newest === undefined) return `no profile in ${directory}`;
  const profile = JSON.parse(readFileSync(newest, 'utf8')) as CpuProfile;
  return [newest, ...rows.flatMap((row) => reading(profile, row))].join('\n');
}

function reading(profile: CpuProfile, { title, spans }: MeasuredRow): string[] {
  const { samples, functions, packages } = readProfile(profile, spans);
  const line = ({ name, share }: SelfTime) => `${(share * 100).toFixed(1).padStart(6)} %  ${name}`;
  return [
    `\n${title}: ${samples} samples of work; self time by function, then by package`,
    ...functions.slice(0, FUNCTIONS_SHOWN).map(line),
    '',
    ...packages.slice(0, PACKAGES_SHOWN).map(line),
  ];
}
