import { beforeEach } from 'vitest';

const ERROR_LEVEL = 50;
const logged: string[] = [];

/** Keeps what a service logged as an error, for the case that its test fails. */
export function noteErrors(lines: string): void {
  for (const line of lines.split('\n').filter((each) => each !== '')) {
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { stack?: string } };
    if (level >= ERROR_LEVEL) logged.push(err?.stack ? `${msg}\n${err.stack}` : msg);
  }
}

// A response only says that something failed inside; the log says what.
beforeEach(({ onTestFailed }) => {
  logged.length = 0;
  onTestFailed(() => {
    for (const text of logged) console.error(`the service logged an error: ${text}`);
  });
});
