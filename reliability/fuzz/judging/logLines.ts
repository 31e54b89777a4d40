const WARN = 40;
const ERROR = 50;

export interface LogVerdict {
  /** Lines of level error or above, and whatever came on standard error. */
  faults: string[];
  warnings: string[];
}

/** Reads what the service printed: JSON lines, and the greeting as plain text. */
export function judgeLog(stdout: string, stderr: string): LogVerdict {
  const levels = stdout.split('\n').flatMap((line) => {
    const level = levelOf(line);
    return level === undefined ? [] : [{ line, level }];
  });
  return {
    faults: [
      ...levels.filter(({ level }) => level >= ERROR).map(({ line }) => `in the service's log: ${line}`),
      ...(stderr.trim() === '' ? [] : [`on the service's standard error: ${stderr.trim().slice(0, 2_000)}`]),
    ],
    warnings: levels.filter(({ level }) => level >= WARN && level < ERROR).map(({ line }) => line),
  };
}

function levelOf(line: string): number | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return (JSON.parse(line) as { level?: number }).level;
  } catch {
    return ERROR; // half a line of log is a fault, too
  }
}
