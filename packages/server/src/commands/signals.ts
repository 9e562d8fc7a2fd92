/** A second signal within this time, in ms, counts as the first: npm forwards each signal again [signals.second]. */
const sameSignalMs = 2_000;

interface SignalSource {
  on(event: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
}

/** Stops once on SIGTERM or SIGINT; a second signal soon after is ignored, a later one exits at once. */
export function stopOnSignals(input: {
  readonly source: SignalSource;
  readonly monotonicMs: () => number;
  readonly stop: () => Promise<void>;
  readonly exit: (code: number) => void;
}): void {
  const { source, monotonicMs, stop, exit } = input;
  let firstAt: number | undefined;
  const received = (): void => {
    if (firstAt !== undefined) {
      if (monotonicMs() - firstAt > sameSignalMs) exit(1);
      return;
    }
    firstAt = monotonicMs();
    stop().then(
      () => exit(0),
      () => exit(1),
    );
  };
  source.on('SIGTERM', received);
  source.on('SIGINT', received);
}

/** Exit code of a program ended by SIGINT: 128 plus the number of the signal. */
const interruptedCode = 130;

/** Aborts at the first SIGINT or SIGTERM; the second one ends the process at once. */
export function interruptions(source: SignalSource, exit: (code: number) => void): AbortSignal {
  const interrupted = new AbortController();
  const received = (): void => {
    if (interrupted.signal.aborted) exit(interruptedCode);
    else interrupted.abort();
  };
  source.on('SIGINT', received);
  source.on('SIGTERM', received);
  return interrupted.signal;
}
