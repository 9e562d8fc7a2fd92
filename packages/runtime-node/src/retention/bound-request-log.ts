import type { Clock, Logger, RequestLogs } from '@filmgate/core';

/** Limits the size of the request log. */
export interface RequestLogBound {
  /** Starts; returns at once. */
  start(): void;
  /** Ends after the running step. Safe to repeat. */
  stop(): Promise<void>;
}

export interface RequestLogBoundInput {
  readonly requestLogs: Pick<RequestLogs, 'removeBeyond'>;
  readonly maxBytes: number;
  readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
  readonly log: Logger;
}

/** Pause between two checks of the size, in ms: the log may exceed its maximum by the writes in between. */
const everyMs = 15_000;

/** Rows removed at once: some 10 ms, after which other work has its turn. */
const rowsPerStep = 1_000;

/** Minimum interval between reports, in ms; more frequent ones would fill the other log instead. */
const reportEveryMs = 3_600_000;

/** Removes the oldest rows of the request log while it exceeds its maximum size. Each process on the store does so. */
export function boundRequestLog(input: RequestLogBoundInput): RequestLogBound {
  const { clock, log } = input;
  const stopping = new AbortController();
  const report = reportOf(input);
  let loop = Promise.resolve();
  const runForEver = async (): Promise<void> => {
    let isFailing = false;
    while (!stopping.signal.aborted) {
      try {
        report(await removeSurplus(input, stopping.signal));
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.error('request-log-not-shortened', error);
        isFailing = true;
      }
      await clock.sleep(everyMs, stopping.signal);
    }
  };
  return {
    start: () => {
      loop = runForEver();
    },
    stop: () => {
      stopping.abort();
      return loop;
    },
  };
}

async function removeSurplus(
  { requestLogs, maxBytes: bytes }: RequestLogBoundInput,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let step = 1; step > 0 && !signal.aborted; removed += step)
    step = await requestLogs.removeBeyond({ bytes, limit: rowsPerStep });
  return removed;
}

/** Reports all removed rows, but not at each removal. */
function reportOf({ maxBytes, clock, log }: RequestLogBoundInput): (rows: number) => void {
  let unreported = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (rows) => {
    unreported += rows;
    if (unreported === 0 || clock.monotonicMs() - reportedAt < reportEveryMs) return;
    log.warn('request-log-shortened', { rows: unreported, max_bytes: maxBytes });
    unreported = 0;
    reportedAt = clock.monotonicMs();
  };
}
