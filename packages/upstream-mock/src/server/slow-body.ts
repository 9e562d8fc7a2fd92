import type { ExchangeEnd } from '../records/exchange.ts';
import type { HungResponses } from '../space/hung-responses.ts';

/** The error of `fetch` for a connection that breaks. */
export class BrokenConnection extends TypeError {
  constructor(message: 'fetch failed' | 'terminated', cause: string, code?: string) {
    super(message, { cause: Object.assign(new Error(cause), { code }) });
  }
}

/** A response whose body is sent step by step. */
export interface SlowSending {
  readonly hung: HungResponses | undefined;
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal | undefined;
  /** Null in this process. */
  readonly connection: { reset(): Promise<void> } | null;
  readonly ended: (end: ExchangeEnd) => void;
}

/** The steps of a body that is sent at once. */
export const noSteps = { count: 0, reach: async () => undefined, release: () => undefined };

/** The instants of a slow body, which are events of the clock of its space. `reach` resolves after a step is due. */
export function stepsOf(drip: readonly number[], { hung, signal, connection, ended }: SlowSending) {
  if (hung === undefined || drip.length === 0) return noSteps;
  const over = pending<never>();
  // A connection that ends between two steps is no unhandled rejection.
  over.promise.catch(() => undefined);
  const leave = () => over.reject?.(signal?.reason);
  signal?.addEventListener('abort', leave, { once: true });
  const steps = drip.map(() => pending<void>());
  let reached = 0;
  const next = () => {
    steps[reached]?.resolve?.();
    reached += 1;
  };
  const end = async () => {
    ended('reset');
    over.reject?.(new BrokenConnection('terminated', 'read ECONNRESET', 'ECONNRESET'));
    await connection?.reset();
  };
  const release = hung.hold({ end, steps: { at: drip, next } }, null);
  return {
    count: drip.length,
    reach: (step: number) => Promise.race([steps[step]?.promise, over.promise]),
    release: () => {
      signal?.removeEventListener('abort', leave);
      release();
    },
  };
}

/** A promise and its functions. `Promise.withResolvers` requires Node 22. */
function pending<Value>() {
  const ends: { resolve?: (value: Value) => void; reject?: (reason: unknown) => void } = {};
  const promise = new Promise<Value>((resolve, reject) => {
    Object.assign(ends, { resolve, reject });
  });
  return { promise, ...ends };
}
