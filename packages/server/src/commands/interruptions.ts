interface SignalSource {
  on(event: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
}

/** Exit code of a program ended by SIGINT: 128 and the signal's number. */
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
