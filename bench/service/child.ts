import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program of ours in a process of its own, spoken to in messages: one question at a time, one answer each. */
export interface ChildProgram<Message, Answer> {
  pid: number;
  tell(message: Message): void;
  ask(message: Message): Promise<Answer>;
  /** The answer that it gives unasked, once it has started. */
  greeting(): Promise<Answer>;
  stop(): Promise<void>;
}

export function startChild<Message extends object, Answer>(
  program: URL,
  args: string[],
): ChildProgram<Message, Answer> {
  const child = fork(fileURLToPath(program), args, { execArgv: [] });
  const ended = once(child, 'exit').then(([code, signal]) => `${program.pathname} ended (${code ?? signal})`);
  const answer = () =>
    new Promise<Answer>((resolve, reject) => {
      child.once('message', resolve as (message: unknown) => void);
      ended.then((reason) => reject(new Error(reason)));
    });
  return {
    pid: child.pid ?? 0,
    tell: (message) => void child.send(message),
    ask(message) {
      const answered = answer();
      child.send(message);
      return answered;
    },
    greeting: answer,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
