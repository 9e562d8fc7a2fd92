import { type Logger, RefusalBudget } from '@filmgate/core';

/** Properties that skipped lines have in common; from closed sets, so that there are few combinations. */
export type LeftOut = Readonly<Record<string, string | number | boolean | null>>;

const minuteMs = 60_000;

/** Writes the first lines of each minute and reports the number of the rest, so that strangers cannot fill the disk. */
export class SparingLines {
  readonly #budget: RefusalBudget;
  readonly #report: (kind: LeftOut, count: number) => void;
  readonly #monotonicMs: () => number;
  readonly #leftOut = new Map<string, { readonly kind: LeftOut; count: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(input: {
    readonly bounds: ConstructorParameters<typeof RefusalBudget>[0];
    /** Reports how many lines of a kind were skipped since the last report. */
    readonly report: (kind: LeftOut, count: number) => void;
    readonly monotonicMs?: () => number;
  }) {
    this.#budget = new RefusalBudget(input.bounds);
    this.#report = input.report;
    this.#monotonicMs = input.monotonicMs ?? (() => performance.now());
  }

  /** Returns true if one more line caused by `from` is written; otherwise counts the line under its kind. */
  takes(from: string, kind: LeftOut): boolean {
    if (this.#budget.allows(from, this.#monotonicMs())) return true;
    const key = JSON.stringify(kind);
    const earlier = this.#leftOut.get(key);
    if (earlier === undefined) this.#leftOut.set(key, { kind, count: 1 });
    else earlier.count += 1;
    this.#timer ??= setTimeout(() => this.reportLeftOut(), minuteMs).unref();
    return false;
  }

  /** Reports now the lines skipped since the last report. */
  reportLeftOut(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { kind, count } of this.#leftOut.values()) this.#report(kind, count);
    this.#leftOut.clear();
  }
}

/** Events that a single call causes: by strangers at any time, and by callers while the store is unavailable. */
const eventsOfRequests: ReadonlySet<string> = new Set([
  'api_key_refused',
  'login_failed',
  'storage_unavailable',
  'request_failed',
]);

/** Maximum number of lines of each of these events in a minute. */
const bounds = { each: 100, inAll: 100 * eventsOfRequests.size };

/** Wraps the log: the first lines of these events in each minute, and the number of the others. */
export function sparingEvents(log: Logger): Logger {
  const lines = new SparingLines({
    bounds,
    report: (kind, count) => log.warn('events-counted', { ...kind, count }),
  });
  const isReported = (event: string): boolean =>
    !eventsOfRequests.has(event) || lines.takes(event, { of: event });
  return {
    info: (event, fields) => {
      if (isReported(event)) log.info(event, fields);
    },
    warn: (event, fields) => {
      if (isReported(event)) log.warn(event, fields);
    },
    error: (event, error, fields) => {
      if (isReported(event)) log.error(event, error, fields);
    },
  };
}
