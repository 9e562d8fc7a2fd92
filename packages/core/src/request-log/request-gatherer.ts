import type { RequestLogEntry, RequestLogs } from '../ports/request-logs.ts';
import { RefusalBudget, type RefusalBounds } from './refusal-budget.ts';

/** Likeness by which an ended request may share a row with others. */
export type RequestLikeness =
  | { readonly kind: 'alone' }
  /** A poll, which its caller repeats: shares a row with those of one caller, path and outcome, for a minute. */
  | { readonly kind: 'poll' }
  /**
   * An error response without a job: above the budget of a minute, shares a row with those of one caller, route and
   * code, for that minute.
   */
  | {
      readonly kind: 'refused';
      /** The template of the path. */
      readonly route: string;
      /** Caller where no credential was accepted: a block of addresses. */
      readonly from: string;
    };

/** Bounds on memory, and on refused requests with a separate row. */
export interface GatheringBounds {
  /** Maximum rows of polls that still grow. */
  readonly polls: number;
  /** Separate rows of refused requests in a minute: for callers with a credential, and as many for those without. */
  readonly refusals: RefusalBounds;
  /** Rows of a minute that count refused requests of one caller; beyond that, one row counts those of all. */
  readonly refusalRows: number;
}

const defaultGatheringBounds: GatheringBounds = {
  polls: 20_000,
  refusals: { each: 20, inAll: 300 },
  refusalRows: 500,
};

const minuteMs = 60_000;

/** Grouping key of polls, and the fields that a shared row copies from the latest. */
export type Poll = Pick<
  RequestLogEntry,
  'caller' | 'method' | 'path' | 'status' | 'errorCode' | 'disconnected'
> &
  Pick<RequestLogEntry, 'at' | 'durationMs' | 'requestId'>;

/**
 * Makes similar requests share a row for a minute, so that waiting or refused clients do not fill the log. The row is
 * written with its first request, and again when the minute ends or on `flush`: a kill costs counts, never a row.
 */
export class RequestGatherer {
  readonly #write: (rows: readonly RequestLogEntry[]) => void;
  readonly #bounds: GatheringBounds;
  readonly #polls = new Map<string, SharedRow>();
  readonly #refused = new Map<string, SharedRow>();
  readonly #ofCallers: RefusalBudget;
  readonly #ofStrangers: RefusalBudget;
  #minute = Number.NaN;

  constructor(
    write: (rows: readonly RequestLogEntry[]) => void,
    bounds: GatheringBounds = defaultGatheringBounds,
  ) {
    this.#write = write;
    this.#bounds = bounds;
    this.#ofCallers = new RefusalBudget(bounds.refusals);
    this.#ofStrangers = new RefusalBudget(bounds.refusals);
  }

  /** Writes the row of a request, or counts it in a shared row. */
  record(entry: RequestLogEntry, likeness: RequestLikeness): void {
    switch (likeness.kind) {
      case 'alone':
        this.#write([entry]);
        return;
      case 'poll':
        if (!this.countPoll(entry)) this.#begin(this.#polls, pollKeyOf(entry), entry);
        if (this.#polls.size > this.#bounds.polls) this.#forgetOldestPoll();
        return;
      case 'refused': {
        const budget = entry.caller === null ? this.#ofStrangers : this.#ofCallers;
        const isOwn = budget.allows(entry.caller ?? likeness.from, endOf(entry));
        if (isOwn) this.#write([entry]);
        else this.#count(entry, likeness);
      }
    }
  }

  /** Counts a poll if this minute has a row for it; otherwise returns false, and the poll must be recorded. */
  countPoll(poll: Poll): boolean {
    this.#enterMinuteOf(poll);
    const row = this.#polls.get(pollKeyOf(poll));
    if (row === undefined) return false;
    row.add(poll);
    return true;
  }

  /** Writes every row that counts more requests than were written. */
  flush(): void {
    const grown = [...this.#polls.values(), ...this.#refused.values()].flatMap((row) =>
      row.takeGrown(),
    );
    if (grown.length > 0) this.#write(grown);
  }

  #count(entry: RequestLogEntry, likeness: Extract<RequestLikeness, { readonly kind: 'refused' }>) {
    this.#enterMinuteOf(entry);
    const { caller, method, status, errorCode } = entry;
    const { route, from } = likeness;
    // A prompt of one request says nothing about the others.
    const bare = { ...entry, promptDigest: null, prompt: null };
    const alike = [method, route, status, errorCode] as const;
    const own = keyOf(caller ?? from, ...alike);
    const hasRoom = this.#refused.has(own) || this.#refused.size < this.#bounds.refusalRows;
    const key = hasRoom ? own : keyOf(null, ...alike);
    const counted = hasRoom ? bare : { ...bare, caller: null };
    const row = this.#refused.get(key);
    if (row === undefined) this.#begin(this.#refused, key, counted);
    else row.addUnlike(counted);
  }

  #begin(rows: Map<string, SharedRow>, key: string, entry: RequestLogEntry): void {
    rows.set(key, new SharedRow(entry));
    this.#write([entry]);
  }

  #enterMinuteOf(entry: Poll): void {
    const minute = Math.floor(endOf(entry) / minuteMs);
    if (minute === this.#minute) return;
    this.flush();
    this.#polls.clear();
    this.#refused.clear();
    this.#minute = minute;
  }

  #forgetOldestPoll(): void {
    const [oldest] = this.#polls;
    if (oldest === undefined) return;
    const [key, row] = oldest;
    this.#polls.delete(key);
    const grown = row.takeGrown();
    if (grown.length > 0) this.#write(grown);
  }
}

/** The row of requests that are alike: id and time of the first, the rest of the last. */
class SharedRow {
  #entry: RequestLogEntry;
  #count: number;
  #lastAt: number;
  #requestId: string;
  #durationMs: number | null;
  #hasGrown = false;

  constructor(first: RequestLogEntry) {
    this.#entry = first;
    this.#count = first.count;
    this.#lastAt = first.lastAt;
    this.#requestId = first.requestId;
    this.#durationMs = first.durationMs;
  }

  /** Requests may end in another order than they began. */
  add({ at, requestId, durationMs }: Poll): void {
    this.#count += 1;
    this.#lastAt = Math.max(this.#lastAt, at);
    this.#requestId = requestId;
    this.#durationMs = durationMs;
    this.#hasGrown = true;
  }

  /** Counts a request that differs in some fields: the row keeps its id and start, and shows the request's fields. */
  addUnlike(entry: RequestLogEntry): void {
    this.#entry = { ...entry, id: this.#entry.id, at: this.#entry.at };
    this.add(entry);
  }

  /** Returns the row, if its count grew since the last call. */
  takeGrown(): readonly RequestLogEntry[] {
    if (!this.#hasGrown) return [];
    this.#hasGrown = false;
    const requestId = this.#requestId;
    const durationMs = this.#durationMs;
    return [{ ...this.#entry, requestId, durationMs, count: this.#count, lastAt: this.#lastAt }];
  }
}

/** Returns the log, with a gatherer that writes to it: a reader sees all that was recorded. */
export function gatherRequests(log: RequestLogs): {
  readonly gatherer: RequestGatherer;
  readonly requestLogs: RequestLogs;
} {
  const gatherer = new RequestGatherer((rows) => log.append(rows));
  return {
    gatherer,
    requestLogs: {
      append: (entries) => log.append(entries),
      list: (query) => {
        gatherer.flush();
        return log.list(query);
      },
      countOverTime: (query) => {
        gatherer.flush();
        return log.countOverTime(query);
      },
      removeBefore: (input) => log.removeBefore(input),
      erasePrompts: (input) => log.erasePrompts(input),
      bytes: () => log.bytes(),
      removeBeyond: (input) => log.removeBeyond(input),
    },
  };
}

/** No part of the key contains a line feed. */
function pollKeyOf({ caller, method, path, status, errorCode, disconnected }: Poll): string {
  return `${caller}\n${status}\n${method}\n${path}\n${errorCode}\n${disconnected}`;
}

function endOf({ at, durationMs }: Pick<RequestLogEntry, 'at' | 'durationMs'>): number {
  return at + (durationMs ?? 0);
}

function keyOf(...parts: readonly (string | number | null)[]): string {
  return JSON.stringify(parts);
}
