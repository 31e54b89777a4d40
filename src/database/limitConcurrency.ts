interface Waiting {
  accountId: string;
  start(): void;
}

/** Limits how many calls run at once, in all and for one account. The rest wait in the order in which they came. */
export function limitConcurrency<Question extends { accountId: string }, Answer>(
  run: (question: Question) => Promise<Answer>,
  limits: { perAccount: number; total: number },
): (question: Question) => Promise<Answer> {
  const waiting: Waiting[] = [];
  const running: string[] = [];

  const hasTurn = ({ accountId }: Waiting) =>
    running.length < limits.total && running.filter((each) => each === accountId).length < limits.perAccount;

  function startNext(): void {
    const next = waiting.findIndex(hasTurn);
    const [started] = next < 0 ? [] : waiting.splice(next, 1);
    if (!started) return;
    running.push(started.accountId);
    started.start();
  }

  return async (question) => {
    const { accountId } = question;
    await new Promise<void>((start) => {
      waiting.push({ accountId, start });
      startNext();
    });
    try {
      return await run(question);
    } finally {
      running.splice(running.indexOf(accountId), 1);
      startNext();
    }
  };
}
