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

/** Takes a row, which may be merged with those of similar requests; returns at once and never throws. */
export type RecordRequest = (entry: RequestLogEntry, likeness: RequestLikeness) => void;

/** The destination of request rows, and the sources of their ids and times. */
export interface RequestLog {
  readonly record: RecordRequest;
  /**
   * Counts a successful poll in a row of earlier ones; returns false if no row exists, and the poll is then recorded.
   * Absent: each poll is recorded.
   */
  readonly countPoll?: (poll: Poll) => boolean;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>;
  /** Ids that sort by creation time. */
  readonly ids: IdSource;
  readonly digest: Digest;
  /** Returns true if rows keep the prompt itself; called for each prompt, because an administrator may change it. */
  readonly keepsPrompts: () => boolean;
}

/** Facts of a request that only its surface knows, for the request log [request-log.every-call]. */
export interface RequestFacts {
  /** The caller: `user:<api user id>`, `native`, `service` or `admin`; absent while no credential was accepted. */
  readonly caller?: string;
  /** The requested model, in its canonical form if it has one. */
  readonly model?: string;
  readonly jobId?: string;
  readonly prompt?: string;
  /** The code of the error in the response. */
  readonly errorCode?: string;
  /** True for a query of progress, which its caller will repeat. */
  readonly isPoll?: boolean;
}

/** The end of a request. */
export interface RequestEnd {
  readonly status: number | null;
  readonly disconnected: boolean;
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Error code of a request this process can no longer respond to; the store writes the same for one it finds open. */
const serverStopped = 'server_stopped';

/** Responses are errors from this status on. */
const refusedFrom = 400;

const alone: RequestLikeness = { kind: 'alone' };
const alikePoll: RequestLikeness = { kind: 'poll' };

/** Maximum length of a path and a model name that are kept, in UTF-16 units: callers send anything. */
const longestPath = 1_000;
const longestModel = 200;

/** Facts of one request until its row is written; created for each request, so it lacks everything only a row needs. */
export class RequestRecord implements Poll {
  readonly at: number;
  readonly #log: RequestLog;
  readonly #request: FastifyRequest;
  readonly #startedMs: number;
  /** Kept, because a closed connection has no address. */
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

  /** Writes the row of a request that is going to wait, so that the row exists whatever happens meanwhile. */
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

  /** Callers wait by the thousand: a prompt no one wants to read is not held during the wait. */
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

/** Logs a poll that succeeded within the call that took it. */
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
 * Cleans a caller's text for terminals and tables: removes control characters and halves of characters. Returns a copy,
 * because part of a text keeps the whole of it in memory, which may be as long as a body.
 */
function modelText(model: string): string {
  const shown = model
    .slice(0, 2 * longestModel)
    .replaceAll(/\p{Cc}+/gu, '')
    .slice(0, longestModel);
  return Buffer.from(shown.toWellFormed()).toString();
}

/** Removes the query, which may contain a key that a caller put in the wrong field. */
function pathOf(url: string): string {
  const query = url.indexOf('?');
  const length = query === -1 ? url.length : query;
  return url.slice(0, Math.min(length, longestPath));
}
