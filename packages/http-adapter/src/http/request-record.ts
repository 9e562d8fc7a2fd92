import type {
  RequestLikeness,
  Clock,
  Digest,
  IdSource,
  Poll,
  RequestLogEntry,
} from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import { addressPrefixes } from './address-prefix.ts';

/** Takes a row, which may be shared as its request is like others; returns at once and never throws. */
export type RecordRequest = (entry: RequestLogEntry, likeness: RequestLikeness) => void;

/** Where the rows of requests go, and what they are made with. */
export interface RequestLog {
  readonly record: RecordRequest;
  /**
   * Counts a successful poll in a row of earlier ones; false without such a row, and then the poll is recorded. Absent:
   * each poll is recorded.
   */
  readonly countPoll?: (poll: Poll) => boolean;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>;
  /** Ids that sort by the time they were made. */
  readonly ids: IdSource;
  readonly digest: Digest;
  /** Whether rows keep the prompt itself; asked at each prompt, since an administrator may change it. */
  readonly keepsPrompts: () => boolean;
}

/** What only the surface knows of a request, for the request log [request-log.every-call]. */
export interface RequestFacts {
  /** Who calls: `user:<api user id>`, `native`, `service` or `admin`; absent while no credential was accepted. */
  readonly caller?: string;
  /** The model asked for, in its canonical form where it has one. */
  readonly model?: string;
  readonly jobId?: string;
  readonly prompt?: string;
  /** The code of the error that was answered. */
  readonly errorCode?: string;
  /** Whether it looks how something goes, as its caller will again and again. */
  readonly isPoll?: boolean;
}

/** How a request ended. */
export interface RequestEnd {
  readonly status: number | null;
  readonly disconnected: boolean;
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Error code of a request that this process will not answer any more; the store writes the same for one it finds open. */
const serverStopped = 'server_stopped';

/** From this status on a response is an error. */
const refusedFrom = 400;

const alone: RequestLikeness = { kind: 'alone' };
const alikePoll: RequestLikeness = { kind: 'poll' };

/** Longest path and model name kept, in UTF-16 units: both are whatever a caller sends. */
const longestPath = 1_000;
const longestModel = 200;

/** What is known of one request, until its row is written; made for each request, and so without what only a row needs. */
export class RequestRecord implements Poll {
  readonly at: number;
  readonly #log: RequestLog;
  readonly #request: FastifyRequest;
  readonly #startedMs: number;
  /** Kept, since a connection that is gone has none. */
  readonly #address: string;
  readonly #facts: Mutable<Omit<RequestFacts, 'prompt'>> = {};
  #id: string | undefined;
  #prompt: { readonly digest: string; readonly kept: string | null } | undefined;
  #end: (RequestEnd & { readonly durationMs: number }) | undefined;
  #isOpen = false;

  constructor(log: RequestLog, request: FastifyRequest) {
    this.at = log.clock.now();
    this.#log = log;
    this.#request = request;
    this.#startedMs = log.clock.monotonicMs();
    this.#address = request.ip;
  }

  get caller(): string | null {
    return this.#facts.caller ?? null;
  }

  get method(): string {
    return this.#request.method;
  }

  get path(): string {
    return pathOf(this.#request.url);
  }

  get status(): number | null {
    return this.#end?.status ?? null;
  }

  get errorCode(): string | null {
    if (this.#end?.status === null) return serverStopped;
    return this.#facts.errorCode ?? null;
  }

  get disconnected(): boolean {
    return this.#end?.disconnected ?? false;
  }

  get durationMs(): number | null {
    return this.#end?.durationMs ?? null;
  }

  get requestId(): string {
    return this.#request.id;
  }

  note(facts: RequestFacts): void {
    const { jobId } = this.#facts;
    if (facts.prompt === undefined) Object.assign(this.#facts, facts);
    else {
      const { prompt, ...others } = facts;
      Object.assign(this.#facts, others);
      this.#keep(prompt);
    }
    // The caller left while its job was being accepted: the row must still lead to the job.
    if (this.#end !== undefined && this.#facts.jobId !== jobId) this.#write();
  }

  /** Writes the row of a request that is going to wait, so that it is there whatever happens meanwhile. */
  open(): void {
    if (this.#end !== undefined) return;
    this.#isOpen = true;
    this.#write();
  }

  /** Writes the row. Further ends of the same request do nothing. */
  end(how: RequestEnd): void {
    if (this.#end !== undefined) return;
    const durationMs = Math.round(this.#log.clock.monotonicMs() - this.#startedMs);
    this.#end = { ...how, durationMs };
    const isCounted = this.#likeness().kind === 'poll' && this.#log.countPoll?.(this) === true;
    if (!isCounted) this.#write();
  }

  /** Callers wait by the thousand: a prompt that no one wants to read is not held during the wait. */
  #keep(prompt: string): void {
    const { digest, keepsPrompts } = this.#log;
    this.#prompt = { digest: digest.sha256(prompt), kept: keepsPrompts() ? prompt : null };
  }

  #write(): void {
    this.#log.record(this.#entry(), this.#likeness());
  }

  #likeness(): RequestLikeness {
    const { status } = this;
    if (this.#isOpen || status === null) return alone;
    if (status >= refusedFrom && this.#facts.jobId === undefined) {
      const route = this.#request.routeOptions.url ?? '';
      return { kind: 'refused', route, from: addressPrefixes(this.#address).caller };
    }
    return this.#facts.isPoll === true ? alikePoll : alone;
  }

  #entry(): RequestLogEntry {
    const { model, jobId } = this.#facts;
    this.#id ??= this.#log.ids.next();
    return {
      id: this.#id,
      at: this.at,
      count: 1,
      lastAt: this.at,
      requestId: this.requestId,
      caller: this.caller,
      method: this.method,
      path: this.path,
      model: model === undefined ? null : modelText(model),
      status: this.status,
      errorCode: this.errorCode,
      durationMs: this.durationMs,
      jobId: jobId ?? null,
      disconnected: this.disconnected,
      promptDigest: this.#prompt?.digest ?? null,
      prompt: this.#prompt?.kept ?? null,
    };
  }
}

/** Logs a poll that went well and was answered within the call that took it. */
export function recordPoll(
  log: RequestLog,
  poll: Pick<Poll, 'at' | 'requestId' | 'caller' | 'path' | 'status'> & {
    readonly jobId: string;
    readonly durationMs: number;
    readonly disconnected: boolean;
  },
): void {
  const durationMs = Math.round(poll.durationMs);
  const ended = { ...poll, durationMs, method: 'GET', errorCode: null };
  if (log.countPoll?.(ended) === true) return;
  const asked = { model: null, promptDigest: null, prompt: null };
  log.record({ ...ended, ...asked, id: log.ids.next(), count: 1, lastAt: poll.at }, alikePoll);
}

/**
 * Whatever a caller sends, and shown in terminals and tables: without control characters and halves of characters. A copy, since
 * part of a text keeps the whole of it in memory, which may be as long as a body.
 */
function modelText(model: string): string {
  const shown = model
    .slice(0, 2 * longestModel)
    .replaceAll(/\p{Cc}+/gu, '')
    .slice(0, longestModel);
  return Buffer.from(shown.toWellFormed()).toString();
}

/** A query may hold a key that a caller put in the wrong place. */
function pathOf(url: string): string {
  const query = url.indexOf('?');
  const length = query === -1 ? url.length : query;
  return url.slice(0, Math.min(length, longestPath));
}
