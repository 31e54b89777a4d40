import { readdirSync, readFileSync } from 'node:fs';

// The kernel reports CPU time in these units, whatever its own ticks are.
const TICKS_PER_SECOND = 100;

/**
 * Starts measuring the CPU time of a process and its descendants; the function returns the seconds used since then. Linux only;
 * NaN elsewhere. Each process is compared with itself, so one that ends meanwhile takes nothing away.
 */
export function measureCpu(pid: number): () => number {
  const before = cpuByProcess(pid);
  return () => {
    let seconds = 0;
    for (const [member, cpuSeconds] of cpuByProcess(pid)) seconds += cpuSeconds - (before.get(member) ?? 0);
    return seconds;
  };
}

function cpuByProcess(pid: number): Map<number, number> {
  const found = new Map<number, number>();
  for (const member of familyOf(pid)) {
    const stat = readIfThere(`/proc/${member}/stat`);
    if (stat === '' && member !== pid) continue; // it has just ended
    const [utime = Number.NaN, stime = Number.NaN] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    found.set(member, (utime + stime) / TICKS_PER_SECOND);
  }
  return found;
}

/** The resident size of a process and its descendants. Linux only; NaN elsewhere. */
export function residentMib(pid: number): number {
  const sizes = familyOf(pid).map((member) => /VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${member}/status`))?.[1]);
  return sizes.reduce((total, kib) => total + Number(kib ?? Number.NaN), 0) / 1024;
}

/** The process and its descendants. */
function familyOf(pid: number): number[] {
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
