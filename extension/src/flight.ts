// When to start again: one start at a time, and no loop of crashes.

/**
 * Run `task` for one caller at a time.
 * Whoever asks while it runs shares one further run that begins when the present one is over.
 */
export function singleFlight(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const begin = (): Promise<void> => {
    running = task().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (!running) {
      return begin();
    }
    const afterwards = (): Promise<void> => {
      next = undefined;
      return begin();
    };
    next ??= running.then(afterwards, afterwards);
    return next;
  };
}

const CRASHES_ALLOWED = 3;
const WITHIN_MILLISECONDS = 3 * 60_000;

/** Counts crashes; `mayRestart` says no at the fourth within three minutes. */
export class CrashCounter {
  #crashes: number[] = [];

  mayRestart(now: number = Date.now()): boolean {
    this.#crashes = this.#crashes.filter((at) => now - at < WITHIN_MILLISECONDS);
    this.#crashes.push(now);
    return this.#crashes.length <= CRASHES_ALLOWED;
  }
}
