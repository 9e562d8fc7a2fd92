import type { RequestLogEntry } from '../ports/request-logs.ts';

/** With which others an ended call may share a row. */
export type CallLikeness =
  | { readonly kind: 'alone' }
  /** A look at how something goes, which its caller repeats: with those of one caller, path and outcome, for an hour. */
  | { readonly kind: 'poll' }
  /**
   * Answered with an error and without a job: beyond some in a minute, with those of one caller, route and code, for
   * that minute.
   */
  | {
      readonly kind: 'refused';
      /** The template of the path. */
      readonly route: string;
      /** Who calls where no credential was accepted: a block of addresses. */
      readonly from: string;
    };

/** What is kept in memory at most, and how many refused calls have a row of their own. */
interface GatheringBounds {
  /** Rows of polls that still grow. */
  readonly polls: number;
  /** Refused calls with a row of their own in a minute: of callers with a credential, and as many again of those without. */
  readonly refusals: RefusalBounds;
  /** Rows of a minute that count refused calls of one caller; beyond that, one row counts those of all. */
  readonly refusalRows: number;
}

const defaultGatheringBounds: GatheringBounds = {
  polls: 20_000,
  refusals: { each: 20, inAll: 300 },
  refusalRows: 500,
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Makes calls that are alike share a row, so that neither waiting clients nor refused ones fill the log. */
export class CallGatherer {
  readonly #polls: GrowingRows;
  readonly #counted: GrowingRows;
  readonly #refusalRows: number;
  readonly #ofCallers: RefusalBudget;
  readonly #ofStrangers: RefusalBudget;

  constructor({ polls, refusals, refusalRows }: GatheringBounds = defaultGatheringBounds) {
    this.#polls = new GrowingRows(hourMs, polls);
    // What many callers share is of few routes and codes, and always has room.
    this.#counted = new GrowingRows(minuteMs, Number.POSITIVE_INFINITY);
    this.#refusalRows = refusalRows;
    this.#ofCallers = new RefusalBudget(refusals);
    this.#ofStrangers = new RefusalBudget(refusals);
  }

  /** The row to write for an ended call: its own, or the one it shares, grown by it. */
  take(call: RequestLogEntry, likeness: CallLikeness): RequestLogEntry {
    const { caller, method, path, status, errorCode } = call;
    switch (likeness.kind) {
      case 'alone':
        return call;
      case 'poll':
        return this.#polls.add(keyOf(caller, method, path, status, errorCode), call);
      case 'refused': {
        const budget = caller === null ? this.#ofStrangers : this.#ofCallers;
        if (budget.takes(caller ?? likeness.from, endOf(call))) return call;
        return this.#count(call, likeness);
      }
    }
  }

  #count(call: RequestLogEntry, likeness: Extract<CallLikeness, { readonly kind: 'refused' }>) {
    const { caller, method, status, errorCode } = call;
    const { route, from } = likeness;
    // A prompt of one call says nothing of the others.
    const bare = { ...call, promptDigest: null, prompt: null };
    const alike = [method, route, status, errorCode] as const;
    const own = keyOf(caller ?? from, ...alike);
    const hasRoom = this.#counted.has(own, call) || this.#counted.size < this.#refusalRows;
    return hasRoom
      ? this.#counted.add(own, bare)
      : this.#counted.add(keyOf(null, ...alike), { ...bare, caller: null });
  }
}

/** Rows that grow while a span of time lasts; a call belongs to the span it ended in. */
class GrowingRows {
  readonly #spanMs: number;
  readonly #limit: number;
  readonly #rows = new Map<string, RequestLogEntry>();
  #span = Number.NaN;

  constructor(spanMs: number, limit: number) {
    this.#spanMs = spanMs;
    this.#limit = limit;
  }

  get size(): number {
    return this.#rows.size;
  }

  has(key: string, call: RequestLogEntry): boolean {
    this.#enterSpanOf(call);
    return this.#rows.has(key);
  }

  add(key: string, call: RequestLogEntry): RequestLogEntry {
    this.#enterSpanOf(call);
    const earlier = this.#rows.get(key);
    const grown = earlier === undefined ? call : joinCalls(earlier, call);
    this.#rows.set(key, grown);
    if (this.#rows.size > this.#limit) this.#forgetOldest();
    return grown;
  }

  #enterSpanOf(call: RequestLogEntry): void {
    const span = Math.floor(endOf(call) / this.#spanMs);
    if (span !== this.#span) this.#rows.clear();
    this.#span = span;
  }

  #forgetOldest(): void {
    const oldest = this.#rows.keys().next();
    if (oldest.done !== true) this.#rows.delete(oldest.value);
  }
}

/** Calls may end in another order than they began. */
function joinCalls(earlier: RequestLogEntry, call: RequestLogEntry): RequestLogEntry {
  return {
    ...call,
    id: earlier.id,
    at: earlier.at,
    count: earlier.count + call.count,
    lastAt: Math.max(earlier.lastAt, call.lastAt),
  };
}

function endOf({ at, durationMs }: RequestLogEntry): number {
  return at + (durationMs ?? 0);
}

function keyOf(...parts: readonly (string | number | null)[]): string {
  return JSON.stringify(parts);
}

/** How many refusals are told one by one within a minute. */
interface RefusalBounds {
  /** Of one caller. */
  readonly each: number;
  /** Of all callers; also the most callers that are remembered. */
  readonly inAll: number;
}

/**
 * Which refusals are told one by one: the first of each minute. A caller that knocks without end then costs a counter,
 * not a line for each knock.
 */
export class RefusalBudget {
  readonly #bounds: RefusalBounds;
  readonly #told = new Map<string, number>();
  #toldInAll = 0;
  #minute = Number.NaN;

  constructor(bounds: RefusalBounds) {
    this.#bounds = bounds;
  }

  /** Whether one more refusal of this caller, at this instant in ms, is told by itself. */
  takes(caller: string, at: number): boolean {
    const minute = Math.floor(at / minuteMs);
    if (minute !== this.#minute) this.#begin(minute);
    const told = this.#told.get(caller) ?? 0;
    if (told >= this.#bounds.each || this.#toldInAll >= this.#bounds.inAll) return false;
    this.#told.set(caller, told + 1);
    this.#toldInAll += 1;
    return true;
  }

  #begin(minute: number): void {
    this.#minute = minute;
    this.#told.clear();
    this.#toldInAll = 0;
  }
}
