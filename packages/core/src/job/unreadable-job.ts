import { z } from 'zod';
import type { Logger } from '../ports/logger.ts';

/** A stored job whose record this release cannot read. The record stays unchanged. */
export interface UnreadableJob {
  readonly id: string;
  /** Part of the record that cannot be read, and why; never its content. */
  readonly reason: string;
  /** Instant at which this process noticed it first, ms since 1970. */
  readonly noticedAt: number;
}

/** A part of a stored record that this release cannot read. The message never quotes the part. */
export class UnreadablePart extends Error {
  override readonly name = 'UnreadablePart';
  readonly reason: string;

  constructor(reason: string) {
    super(`A stored record cannot be read: ${reason}.`);
    this.reason = reason;
  }
}

/** Reads one part of a stored record. Throws `UnreadablePart` when `read` throws. */
export function readStored<Part>(part: string, read: () => Part): Part {
  try {
    return read();
  } catch (error) {
    throw new UnreadablePart(reasonOf(part, error));
  }
}

/** Returns the reason for a message. A parser's error may quote the text, a schema's does not. */
function reasonOf(part: string, error: unknown): string {
  if (error instanceof SyntaxError) return `${part} is not JSON`;
  if (!(error instanceof z.ZodError)) return `${part} has a value that this release does not know`;
  const [issue] = error.issues;
  const path = [part, ...(issue?.path ?? [])].map(String).join('.');
  return `${path} does not match this release (${issue?.code ?? 'unknown'})`;
}

/** Jobs this process could not read; each is logged the first time. */
export class UnreadableJobs {
  readonly #now: () => number;
  readonly #log: Logger | undefined;
  readonly #jobs = new Map<string, UnreadableJob>();

  constructor(now: () => number, log: Logger | undefined) {
    this.#now = now;
    this.#log = log;
  }

  get count(): number {
    return this.#jobs.size;
  }

  has(id: string): boolean {
    return this.#jobs.has(id);
  }

  /** In the order they were noticed. */
  all(): readonly UnreadableJob[] {
    return [...this.#jobs.values()];
  }

  /** Sets a job aside because reading it threw. */
  note(id: string, error: unknown): void {
    if (this.#jobs.has(id)) return;
    const reason =
      error instanceof UnreadablePart ? error.reason : 'the record does not match this release';
    this.#jobs.set(id, Object.freeze({ id, reason, noticedAt: this.#now() }));
    this.#log?.warn('job-set-aside', { job: id, reason });
  }

  /** Drops a job that could be read after all. */
  forget(id: string): void {
    this.#jobs.delete(id);
  }
}
