/** What of a V8 CPU profile is needed to know where time went; times are microseconds of the machine's monotonic clock. */
export interface CpuProfile {
  startTime: number;
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

export interface Span {
  from: number;
  to: number;
}

/** A function or a package, and its share of the time in which the process was not idle. */
export interface SelfTime {
  name: string;
  share: number;
}

interface ProfileReading {
  samples: number;
  functions: SelfTime[];
  packages: SelfTime[];
}

const NOT_WORK = new Set(['(idle)', '(root)']);

/**
 * Where the process itself spent its time during these spans, the most first. Samples count alike, whatever time lies between
 * them: on a busy machine most of that belongs to others.
 */
export function readProfile({ startTime, nodes, samples, timeDeltas }: CpuProfile, spans: Span[]): ProfileReading {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const packages = new Map<string, number>();
  let now = startTime;
  let busy = 0;
  samples.forEach((id, index) => {
    now += timeDeltas[index] ?? 0;
    const frame = frames.get(id);
    if (
      frame === undefined ||
      NOT_WORK.has(frame.functionName) ||
      !spans.some(({ from, to }) => now >= from && now <= to)
    )
      return;
    busy += 1;
    add(functions, functionName(frame));
    add(packages, packageName(frame));
  });
  const shares = (counts: Map<string, number>) =>
    [...counts].map(([name, count]) => ({ name, share: count / busy })).sort((a, b) => b.share - a.share);
  return { samples: busy, functions: shares(functions), packages: shares(packages) };
}

const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

type Frame = CpuProfile['nodes'][number]['callFrame'];

const place = ({ url }: Frame) => url.replace(/^file:\/\//, '').replace(/^.*\/(?=node_modules\/)|^.*\/(?=dist\/)/, '');

function functionName(frame: Frame): string {
  if (frame.url === '') return frame.functionName || '(native)';
  return `${frame.functionName || '(anonymous)'} ${place(frame)}:${frame.lineNumber + 1}`;
}

function packageName(frame: Frame): string {
  if (frame.url === '') return frame.functionName.startsWith('(') ? frame.functionName : '(native)';
  const path = place(frame);
  if (path.startsWith('node:')) return path.split('/').slice(0, 3).join('/');
  if (path.startsWith('node_modules/'))
    return path
      .split('/')
      .slice(0, path.includes('/@') ? 3 : 2)
      .join('/');
  return path.split('/').slice(0, 2).join('/');
}
