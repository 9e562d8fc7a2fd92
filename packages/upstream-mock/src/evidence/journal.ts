import type { Ruling } from '../rules/rule.ts';
import type { Exchange, ExchangeEnd, ExchangeOp, Reported } from './exchange.ts';

/** What a page of the journal is asked for. */
export interface JournalQuery {
  /** Only entries after this id. */
  readonly since?: number | undefined;
  readonly op?: ExchangeOp | undefined;
  /** Whether an entry's logical key is meant. */
  readonly isKey?: ((key: string) => boolean) | undefined;
  readonly limit: number;
}

/** What a page shows of one exchange. */
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
  /** The first of the jobs it was about. */
  readonly job: string | null;
  readonly logical_key: string | null;
  readonly attempt: number | null;
  readonly truth: string | null;
  /** The rule that decided about a submission, and why. */
  readonly rule: { readonly name: string; readonly why: string } | null;
  /** Null while it is not answered. */
  readonly reported: Reported | null;
  readonly retry_after_ms: number | null;
  readonly ended: ExchangeEnd | null;
  /** Headers by which the client showed itself, those it sent. */
  readonly client: { readonly [header: string]: string };
}

export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  /** What to give as `since` for the entries after these. */
  readonly next: number;
  /** Entries that had to go for later ones. */
  readonly evicted: number;
}

/** What an entry costs besides its texts if it has nothing in common with others, as measured, in bytes. */
const entryOverhead = 550;

function sizeOf({ request, ruling }: Exchange): number {
  const { path, query, client } = request;
  const texts = [path, ...query, client.userAgent ?? '', client.idempotencyKey ?? ''];
  const size = texts.reduce((sum, text) => sum + text.length, entryOverhead);
  return ruling === null ? size : size + sizeOfRuling(ruling);
}

/** What the reasons of rules cost in memory, roughly, in bytes. */
function sizeOfRuling({ passed }: Ruling): number {
  return passed.reduce((sum, { why }) => sum + why.length + 64, 100);
}

/** The latest exchanges, as many as fit: the oldest go first [mock.journal]. */
export class Journal {
  readonly #maximumBytes: number;
  readonly #kept = new Map<number, Exchange>();
  #bytes = 0;
  #evicted = 0;
  #latest = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** Id of the latest exchange; 0 when there was none. */
  get latest(): number {
    return this.#latest;
  }

  /** The id the next exchange has. */
  takeId(): number {
    this.#latest += 1;
    return this.#latest;
  }

  add(exchange: Exchange): void {
    this.#kept.set(exchange.id, exchange);
    this.#bytes += sizeOf(exchange);
    this.#evict(exchange.id);
  }

  /** Notes what rules said of an exchange. */
  rule(exchange: Exchange, ruling: Ruling): void {
    const isKept = this.#kept.has(exchange.id);
    if (isKept) this.#bytes -= sizeOf(exchange);
    exchange.ruling = ruling;
    if (!isKept) return;
    this.#bytes += sizeOf(exchange);
    this.#evict(exchange.id);
  }

  /** An entry that is kept. */
  find(id: number): Exchange | undefined {
    return this.#kept.get(id);
  }

  /** Lets the oldest go until the others fit, up to the one that was asked for room. */
  #evict(wanted: number): void {
    for (const [id, oldest] of this.#kept) {
      if (this.#bytes <= this.#maximumBytes || id === wanted) return;
      this.#kept.delete(id);
      this.#bytes -= sizeOf(oldest);
      this.#evicted += 1;
    }
  }

  /** @param keyOf - the logical key of a job */
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
