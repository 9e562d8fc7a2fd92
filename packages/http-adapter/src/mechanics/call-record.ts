import type { RequestLogEntry } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import type { CallLog } from './call-destination.ts';

/** What only the surface knows of a call, for the request log (decisions §6 `request-logs`). */
export interface CallFacts {
  /** Who calls: `user:<api user id>`, `native`, `service` or `admin`; absent while no credential was accepted. */
  readonly caller?: string;
  /** The model asked for, in its canonical form where it has one. */
  readonly model?: string;
  readonly jobId?: string;
  readonly prompt?: string;
  /** The code of the error that was answered. */
  readonly errorCode?: string;
}

/** How a call ended. */
export interface CallEnd {
  readonly status: number | null;
  readonly disconnected: boolean;
}

/** Error code of a call that this process will not answer any more; the store writes the same for one it finds open. */
const serverStopped = 'server_stopped';

/** Longest path and model name kept, in UTF-16 units: both are whatever a caller sends. */
const longestPath = 1_000;
const longestModel = 200;

/** What is known of one call, until its row is written. */
export class CallRecord {
  readonly #log: CallLog;
  readonly #request: FastifyRequest;
  readonly #id: string;
  readonly #at: number;
  readonly #startedMs: number;
  #facts: Omit<CallFacts, 'prompt'> = {};
  #prompt: { readonly digest: string; readonly kept: string | null } | undefined;
  #end: (CallEnd & { readonly durationMs: number }) | undefined;

  constructor(log: CallLog, request: FastifyRequest) {
    this.#log = log;
    this.#request = request;
    this.#id = log.ids.next();
    this.#at = log.clock.now();
    this.#startedMs = log.clock.monotonicMs();
  }

  note({ prompt, ...facts }: CallFacts): void {
    const { jobId } = this.#facts;
    this.#facts = { ...this.#facts, ...facts };
    if (prompt !== undefined) this.#keep(prompt);
    // The caller left while its job was being accepted: the row must still lead to the job.
    if (this.#end !== undefined && this.#facts.jobId !== jobId) this.#write();
  }

  /** Writes the row of a call that is going to wait, so that it is there whatever happens meanwhile. */
  open(): void {
    if (this.#end === undefined) this.#write();
  }

  /** Writes the row. Further ends of the same call are none. */
  end(how: CallEnd): void {
    if (this.#end !== undefined) return;
    const durationMs = Math.round(this.#log.clock.monotonicMs() - this.#startedMs);
    this.#end = { ...how, durationMs };
    this.#write();
  }

  /** Callers wait by the thousand: a prompt nobody wants to read is not held through the wait. */
  #keep(prompt: string): void {
    const { digest, keepsPrompts } = this.#log;
    this.#prompt = { digest: digest.sha256(prompt), kept: keepsPrompts() ? prompt : null };
  }

  #write(): void {
    this.#log.record(this.#entry());
  }

  #entry(): RequestLogEntry {
    const { caller, model, jobId } = this.#facts;
    return {
      id: this.#id,
      at: this.#at,
      requestId: this.#request.id,
      caller: caller ?? null,
      method: this.#request.method,
      path: pathOf(this.#request.url),
      model: model?.slice(0, longestModel) ?? null,
      status: this.#end?.status ?? null,
      errorCode: this.#errorCode(),
      durationMs: this.#end?.durationMs ?? null,
      jobId: jobId ?? null,
      disconnected: this.#end?.disconnected ?? false,
      promptDigest: this.#prompt?.digest ?? null,
      prompt: this.#prompt?.kept ?? null,
    };
  }

  #errorCode(): string | null {
    const end = this.#end;
    if (end !== undefined && end.status === null) return serverStopped;
    return this.#facts.errorCode ?? null;
  }
}

/** A query may hold a key somebody put in the wrong place. */
function pathOf(url: string): string {
  const query = url.indexOf('?');
  const length = query === -1 ? url.length : query;
  return url.slice(0, Math.min(length, longestPath));
}
