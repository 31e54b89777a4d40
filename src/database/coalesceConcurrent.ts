/**
 * Shares answers between concurrent identical questions. A question in progress is not joined, because its answer may
 * predate the newcomer: those who ask meanwhile share the next one, which starts when the first has ended. So an answer
 * is never older than its question, and each question has at most one statement in progress.
 */
export function coalesceConcurrent<Question, Answer>(
  nameOf: (question: Question) => string,
  ask: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const underWay = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Answer>>();

  const begin = (name: string, question: Question): Promise<Answer> => {
    next.delete(name);
    const answer = ask(question);
    const ended = answer.then(ignore, ignore).then(() => {
      if (underWay.get(name) === ended) underWay.delete(name);
    });
    underWay.set(name, ended);
    return answer;
  };

  return (question) => {
    const name = nameOf(question);
    const joined = next.get(name);
    if (joined !== undefined) return joined;
    const before = underWay.get(name);
    if (before === undefined) return begin(name, question);
    const answer = before.then(() => begin(name, question));
    next.set(name, answer);
    return answer;
  };
}

const ignore = () => {};
