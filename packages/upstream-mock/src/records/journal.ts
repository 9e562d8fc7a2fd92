import type { Ruling } from './ruling.ts';
import type { Exchange, ExchangeEnd, ExchangeOp, Reported } from './exchange.ts';

/** Filter of a journal page. */
export interface JournalQuery {
  /** Only entries after this id. */
  readonly since?: number | undefined;
  readonly op?: ExchangeOp | undefined;
  /** Returns true for wanted logical keys. */
  readonly isKey?: ((key: string) => boolean) | undefined;
  readonly limit: number;
}

/** Journal entry of one exchange. */
export interface JournalEntry {
  readonly id: number;
  /** By the mock's clock. ISO 8601. */
  readonly at: string;
  /** By the real clock. ISO 8601. */
  readonly real_at: string;
  readonly wire: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly op: ExchangeOp;
  /** The first of its jobs. */
  readonly job: string | null;
  readonly logical_key: string | null;
  readonly attempt: number | null;
  readonly truth: string | null;
  /** The rule that decided, and why. */
  readonly rule: { readonly name: string; readonly why: string } | null;
  /** Null until there is a response. */
  readonly reported: Reported | null;
  readonly retry_after_ms: number | null;
  readonly ended: ExchangeEnd | null;
  /** Headers that identify the client, if sent. */
  readonly client: { readonly [header: string]: string };
}

export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  /** Value of `since` for the next page. */
  readonly next: number;
  /** Entries dropped in favour of later ones. */
  readonly evicted: number;
}

/** Measured cost of an entry besides its texts if it shares nothing with others, in bytes. */
const entryOverhead = 550;

function sizeOf({ request, ruling, requestBody, responseBody }: Exchange): number {
  const { path, query, client } = request;
  const { userAgent, idempotencyKey } = client;
  const texts = [path, ...query, userAgent, idempotencyKey, requestBody, responseBody];
  const size = texts.reduce((sum, text) => sum + (text?.length ?? 0), entryOverhead);
  return ruling === null ? size : size + sizeOfRuling(ruling);
}

function dropBodies(exchange: Exchange): void {
  exchange.requestBody = null;
  exchange.responseBody = null;
}

/** Approximate memory of the rules' reasons, in bytes. */
function sizeOfRuling({ passed }: Ruling): number {
  return passed.reduce((sum, { why }) => sum + why.length + 64, 100);
}

/** The latest exchanges, up to a size limit: the oldest are dropped first [mock.journal]. */
export class Journal {
  readonly #maximumBytes: number;
  readonly #kept = new Map<number, Exchange>();
  #bytes = 0;
  #evicted = 0;
  #latest = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** Id of the latest exchange; 0 without any. */
  get latest(): number {
    return this.#latest;
  }

  /** Returns the id of the next exchange. */
  takeId(): number {
    this.#latest += 1;
    return this.#latest;
  }

  add(exchange: Exchange): void {
    this.#kept.set(exchange.id, exchange);
    this.#bytes += sizeOf(exchange);
    this.#evict(exchange.id);
  }

  /** Adds to an exchange, and makes room. A dropped one, which attempts may still hold, keeps no body. */
  change(
    exchange: Exchange,
    gained: Partial<Pick<Exchange, 'ruling' | 'requestBody' | 'responseBody'>>,
  ): void {
    const isKept = this.#kept.has(exchange.id);
    if (isKept) this.#bytes -= sizeOf(exchange);
    Object.assign(exchange, gained);
    if (isKept) {
      this.#bytes += sizeOf(exchange);
      this.#evict(exchange.id);
    } else dropBodies(exchange);
  }

  /** Returns an entry that is still kept. */
  find(id: number): Exchange | undefined {
    return this.#kept.get(id);
  }

  /** Drops the oldest entries until the others fit, but never the one that needs the room. */
  #evict(wanted: number): void {
    for (const [id, oldest] of this.#kept) {
      if (this.#bytes <= this.#maximumBytes || id === wanted) return;
      this.#kept.delete(id);
      this.#bytes -= sizeOf(oldest);
      dropBodies(oldest);
      this.#evicted += 1;
    }
  }

  /** @param keyOf - logical key of a job */
  page(query: JournalQuery, keyOf: (job: string) => string | undefined): JournalPage {
    const { since = 0, op, isKey, limit } = query;
    const entries: JournalEntry[] = [];
    for (const exchange of this.#kept.values()) {
      if (exchange.id <= since || (op !== undefined && exchange.op !== op)) continue;
      const key = exchange.attempt?.key ?? keyOf(exchange.jobs[0] ?? '') ?? null;
      if (isKey !== undefined && (key === null || !isKey(key))) continue;
      entries.push(entryOf(exchange, key));
      if (entries.length === limit) break;
    }
    return { entries, next: entries.at(-1)?.id ?? since, evicted: this.#evicted };
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
    this.#evicted = 0;
    this.#latest = 0;
  }
}

export function entryOf(exchange: Exchange, key: string | null): JournalEntry {
  const { id, at, realAt, request, op, jobs, attempt } = exchange;
  const { wire, method, path, query } = request;
  return {
    id,
    at: new Date(at).toISOString(),
    real_at: new Date(realAt).toISOString(),
    wire,
    method,
    path,
    query,
    op,
    job: jobs[0] ?? null,
    logical_key: key,
    attempt: attempt?.number ?? null,
    truth: attempt?.truth ?? exchange.truth ?? null,
    rule: exchange.ruling?.decided ?? null,
    reported: exchange.reported,
    retry_after_ms: exchange.waitMs,
    ended: exchange.end,
    client: headersOf(request.client),
  };
}

function headersOf({ userAgent, idempotencyKey, retryCount }: Exchange['request']['client']) {
  return {
    ...(userAgent !== null && { 'user-agent': userAgent }),
    ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
    ...(retryCount !== null && { 'x-stainless-retry-count': retryCount }),
  };
}
