import type { Clock, EventLog, RequestLogs } from '@filmgate/core';

/** Holds the request log to its size. */
export interface RequestLogBound {
  /** Begins; returns at once. */
  start(): void;
  /** Ends after the step under way. Safe to repeat. */
  stop(): Promise<void>;
  /** Removes until the log fits; returns how many rows. */
  runOnce(): Promise<number>;
}

/** Pause between two looks at the size, in ms: what is written meanwhile is what the log may be too large by. */
const everyMs = 15_000;

/** Rows removed at once: some 10 ms, after which others have their turn. */
const rowsPerStep = 1_000;

/** Telling each time would fill the other log instead, in ms. */
const tellEveryMs = 3_600_000;

/**
 * Removes the oldest rows of the request log while it takes more than it may. Each process that shares the store does so: what
 * one has removed, another finds done.
 */
export function boundRequestLog(input: {
  readonly requestLogs: Pick<RequestLogs, 'removeBeyond'>;
  readonly maxBytes: number;
  readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
  readonly log: EventLog;
}): RequestLogBound {
  const { requestLogs, maxBytes: bytes, clock, log } = input;
  const stopping = new AbortController();
  const untold = { rows: 0, since: Number.NEGATIVE_INFINITY };
  let loop = Promise.resolve();

  const runOnce = async (): Promise<number> => {
    let removed = 0;
    for (let step = 1; step > 0 && !stopping.signal.aborted; removed += step)
      step = await requestLogs.removeBeyond({ bytes, limit: rowsPerStep });
    return removed;
  };
  const tell = (rows: number): void => {
    untold.rows += rows;
    if (untold.rows === 0 || clock.monotonicMs() - untold.since < tellEveryMs) return;
    log.warn('request-log-shortened', { rows: untold.rows, max_bytes: bytes });
    untold.rows = 0;
    untold.since = clock.monotonicMs();
  };
  const runForEver = async (): Promise<void> => {
    let isFailing = false;
    while (!stopping.signal.aborted) {
      try {
        tell(await runOnce());
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
    runOnce,
  };
}
