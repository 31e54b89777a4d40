/** What a sweep asks between two steps. */
export type IsStopped = () => boolean;

/** Runs a sweep again and again, never two at a time; `stop` lets the step under way end. */
export function sweepEvery(
  everyMs: number,
  sweep: (isStopped: IsStopped) => Promise<unknown>,
  onFault: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let underWay: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    underWay ??= sweep(() => stopped)
      .catch(onFault)
      .finally(() => {
        underWay = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await underWay;
    },
  };
}
