import { fork } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

type Abilities = Record<string, (...words: never[]) => unknown>;

interface Question {
  name: string;
  words: unknown[];
}
type Answer = { result: unknown } | { error: string };

/** A program in its own process that answers one question at a time. */
export interface ChildProgram<Able extends Abilities> {
  pid: number;
  ask<Name extends keyof Able & string>(
    name: Name,
    ...words: Parameters<Able[Name]>
  ): Promise<Awaited<ReturnType<Able[Name]>>>;
  stop(): Promise<void>;
}

/** Starts a program that calls `answerParent`. */
export function startChild<Able extends Abilities>(program: URL, args: string[] = []): ChildProgram<Able> {
  const path = fileURLToPath(program);
  const child = fork(path, args, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit').then(([code, signal]): Answer => ({ error: `it ended (${code ?? signal})` }));
  return {
    pid: child.pid ?? 0,
    async ask(name, ...words) {
      child.send({ name, words } satisfies Question);
      const message = once(child, 'message').then(([answer]) => answer as Answer);
      const answer = await Promise.race([message, ended]);
      if ('error' in answer) throw new Error(`${basename(path)} failed to ${name}: ${answer.error}`);
      return answer.result as never;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** In the child: answers until the parent disconnects. */
export function answerParent(abilities: Abilities): void {
  process.on('message', async (question: Question) => process.send?.(await answerTo(question, abilities)));
  process.on('disconnect', () => process.exit());
}

async function answerTo({ name, words }: Question, abilities: Abilities): Promise<Answer> {
  try {
    return { result: await abilities[name]?.(...(words as never[])) };
  } catch (error) {
    return { error: (error as Error).stack ?? String(error) };
  }
}
