/**
 * Who asks the same at the same time gets the same answer. A question that is under way is not joined, because it may have been
 * answered before the newcomer came: those who ask meanwhile share the next one, which begins when the first has ended. So an
 * answer is never older than the question, and a question has at most one statement under way.
 */
export function sharing<Question, Answer>(
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
