import type { ExchangeEnd } from '../records/exchange.ts';
import type { HungResponses } from './hung-responses.ts';

/** A waiting call of this process that gets no response. */
interface WaitingCaller {
  readonly hung: HungResponses;
  /** As of `HungResponses.hold`. */
  readonly until: number | null;
  /** Aborts the call. */
  readonly signal: AbortSignal | undefined;
  readonly ended: ((end: ExchangeEnd) => void) | undefined;
}

/** Resolves when the mock ends the wait, or the caller aborts. */
export async function keepWaiting({
  hung,
  until,
  signal,
  ended,
}: WaitingCaller): Promise<'reset' | 'left'> {
  const over = new Promise<'reset' | 'left'>((resolve) => {
    const stop = (end: 'reset' | 'left') => {
      signal?.removeEventListener('abort', leave);
      ended?.(end);
      resolve(end);
    };
    const release = hung.hold({ end: async () => stop('reset') }, until);
    const leave = () => {
      release();
      stop('left');
    };
    if (signal?.aborted === true) leave();
    else signal?.addEventListener('abort', leave);
  });
  await hung.settle();
  return await over;
}
