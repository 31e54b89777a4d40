const every = Number(process.env.MUTANTS_EVERY);

/** Lets Stryker test every Nth mutant. To Stryker the others do not compile, so they count for nothing. */
const sample = {
  async init() {},
  async check(mutants) {
    const isChosen = ({ id }) => Number(id) % every === 0;
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isChosen(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    );
  },
};

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: () => sample }];
