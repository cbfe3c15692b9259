// When to start again: one start at a time, and no loop of crashes.

/**
 * Run `task` for one caller at a time.
 * All callers that ask while it runs share one further run, which begins when this one has ended.
 */
export function singleFlight(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const begin = (): Promise<void> => {
    running = task().finally(() => (running = undefined));
    return running;
  };

  const beginNext = (): Promise<void> => {
    next = undefined;
    return begin();
  };

  return () => {
    if (!running) {
      return begin();
    }
    next ??= running.then(beginNext, beginNext);
    return next;
  };
}

const CRASHES_ALLOWED = 3;
const WITHIN_MILLISECONDS = 3 * 60_000;

/** Counts crashes; `mayRestart` says no at the fourth within three minutes. */
export class CrashCounter {
  #crashes: number[] = [];

  /** Count a crash at the time `now`, in milliseconds; whether to start again after it. */
  mayRestart(now: number = Date.now()): boolean {
    this.#crashes = this.#crashes.filter((time) => now - time < WITHIN_MILLISECONDS);
    this.#crashes.push(now);
    return this.#crashes.length <= CRASHES_ALLOWED;
  }
}
