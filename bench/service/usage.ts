import { readdirSync, readFileSync } from 'node:fs';

export interface Usage {
  /** Of all its threads and children since they began, in seconds. */
  cpuSeconds: number;
  residentMib: number;
}

// The kernel counts in these, whatever its own ticks are.
const TICKS_A_SECOND = 100;

/** What a process and its children use, where the kernel tells (Linux); not a number elsewhere. */
export function usageOf(pid: number): Usage {
  const total = { cpuSeconds: 0, residentMib: 0 };
  for (const member of familyOf(pid)) {
    const stat = readIfThere(`/proc/${member}/stat`);
    const [utime, stime] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    total.cpuSeconds += ((utime ?? Number.NaN) + (stime ?? Number.NaN)) / TICKS_A_SECOND;
    total.residentMib += Number(/VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${member}/status`))?.[1] ?? Number.NaN) / 1024;
  }
  return total;
}

/** The process and all that descend from it. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

function childrenOf(pid: number): number[] {
  const threads = listIfThere(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    readIfThere(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function listIfThere(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
