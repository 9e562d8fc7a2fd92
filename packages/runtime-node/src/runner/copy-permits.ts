import {
  type Claim,
  type CopyPermit,
  fetchedUntil,
  type GatewayOptions,
  type GatewayPorts,
} from '@filmgate/core';
import type { RunnerOptions } from './runner-options.ts';

/** One copy that wants a place. */
export interface CopyWish {
  readonly jobId: string;
  readonly accountId: string;
  /** Up to when its result can be had, ms since 1970: the earliest comes first. */
  readonly deadlineAt: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

export type CopyAdmission =
  | { readonly kind: 'admitted'; readonly permit: CopyPermit & { leave(): void } }
  /** Others are more urgent, or the wait was ended: look again later. */
  | { readonly kind: 'turned-away' };

interface Waiting extends CopyWish {
  readonly decide: (admission: CopyAdmission) => void;
}

interface Copy {
  readonly accountId: string;
  announced: number;
  reached: number;
}

/** How many copies may be under way, and how many bytes they may announce together; read at each use. */
export interface CopyBounds {
  readonly resultCopies: number;
  readonly resultCopyBytes: number;
}

/**
 * The copies of results under way on this machine, and those that wait for one of their places. Waiting costs an entry here and
 * none of the places other work needs. A place goes to the account with the fewest, so that one whose host hangs delays no
 * other's; among the jobs of an account to the one whose result will be gone first. What does not fit beside the copies under way
 * is waited for by all behind it, lest it never comes.
 */
export class CopyPermits {
  readonly #bounds: CopyBounds;
  readonly #waitingAtMost: number;
  readonly #waiting = new Set<Waiting>();
  readonly #copies = new Set<Copy>();
  /** What results were found to need that did not fit, by job, oldest first. */
  readonly #known = new Map<string, number>();

  constructor(bounds: CopyBounds, waitingAtMost: number) {
    this.#bounds = bounds;
    this.#waitingAtMost = waitingAtMost;
  }

  /** Resolves when the copy may begin, or when it shall not wait any longer. */
  enter(wish: CopyWish): Promise<CopyAdmission> {
    const { promise, resolve: decide } = Promise.withResolvers<CopyAdmission>();
    if (wish.signal.aborted) return Promise.resolve({ kind: 'turned-away' });
    const entry: Waiting = { ...wish, decide };
    const leave = (): void => this.#turnAway(entry);
    wish.signal.addEventListener('abort', leave, { once: true });
    this.#waiting.add(entry);
    this.#admit();
    if (this.#waiting.size > this.#waitingAtMost) this.#turnAway(leastUrgent(this.#waiting));
    return promise.finally(() => wish.signal.removeEventListener('abort', leave));
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting.size;
  }

  #turnAway(entry: Waiting | undefined): void {
    if (entry !== undefined && this.#waiting.delete(entry)) entry.decide({ kind: 'turned-away' });
  }

  #admit(): void {
    while (this.#copies.size < this.#bounds.resultCopies) {
      const next = this.#next();
      if (next === undefined || !this.#fits(this.#known.get(next.jobId) ?? 0)) return;
      this.#waiting.delete(next);
      next.decide({ kind: 'admitted', permit: this.#take(next) });
    }
  }

  #next(): Waiting | undefined {
    const inFlight = new Map<string, number>();
    for (const { accountId } of this.#copies)
      inFlight.set(accountId, (inFlight.get(accountId) ?? 0) + 1);
    const rank = (entry: Waiting) => inFlight.get(entry.accountId) ?? 0;
    return first(this.#waiting, (one, other) => {
      const difference = rank(one) - rank(other);
      return difference === 0 ? one.deadlineAt - other.deadlineAt : difference;
    });
  }

  #fits(bytes: number, except?: Copy): boolean {
    const others = [...this.#copies].filter((copy) => copy !== except);
    const announced = others.reduce((sum, copy) => sum + copy.announced, 0);
    return others.length === 0 || announced + bytes <= this.#bounds.resultCopyBytes;
  }

  #take({ jobId, accountId }: CopyWish): CopyPermit & { leave(): void } {
    const copy: Copy = { accountId, announced: this.#known.get(jobId) ?? 0, reached: 0 };
    this.#known.delete(jobId);
    this.#copies.add(copy);
    return {
      grow: (bytes) => {
        if (!this.#fits(bytes, copy)) {
          this.#remember(jobId, bytes);
          return false;
        }
        copy.announced = bytes;
        return true;
      },
      reached: (bytes) => {
        copy.reached = bytes;
      },
      outstandingOfOthers: () =>
        [...this.#copies]
          .filter((other) => other !== copy)
          .reduce((sum, { announced, reached }) => sum + Math.max(0, announced - reached), 0),
      leave: () => {
        this.#copies.delete(copy);
        this.#admit();
      },
    };
  }

  #remember(jobId: string, bytes: number): void {
    this.#known.set(jobId, bytes);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#waitingAtMost && oldest !== undefined) this.#known.delete(oldest);
  }
}

function leastUrgent(waiting: Iterable<Waiting>): Waiting | undefined {
  return first(waiting, (one, other) => other.deadlineAt - one.deadlineAt);
}

/** The entry that comes before all others. */
function first(
  entries: Iterable<Waiting>,
  compare: (one: Waiting, other: Waiting) => number,
): Waiting | undefined {
  let found: Waiting | undefined;
  for (const entry of entries) if (found === undefined || compare(entry, found) < 0) found = entry;
  return found;
}

/** Runs a copy when it has a place, or gives its claim back. */
export type CopyInTurn = (
  claim: Claim,
  signal: AbortSignal,
  copy: (permit: CopyPermit) => Promise<void>,
) => Promise<void>;

/**
 * Copies of one runner, each in its turn. One that waits keeps its claim, which the runner renews, and takes nothing that other
 * work needs; when the runner stops, its claim goes back at once.
 */
export function copyInTurn(input: {
  readonly ports: Pick<GatewayPorts, 'clock' | 'storage'>;
  readonly gatewayOptions: GatewayOptions;
  readonly options: Pick<RunnerOptions, 'copiesWaiting' | 'copyBackMs'>;
  readonly stopping: AbortSignal;
}): CopyInTurn {
  const { ports, gatewayOptions, options, stopping } = input;
  const permits = new CopyPermits(gatewayOptions, options.copiesWaiting);
  return async (claim, signal, copy) => {
    const { job } = claim;
    const admission = await permits.enter({
      jobId: job.id,
      accountId: job.accountId ?? '',
      deadlineAt: fetchedUntil(job, gatewayOptions),
      signal: AbortSignal.any([signal, stopping]),
    });
    if (admission.kind === 'turned-away') {
      const now = ports.clock.now();
      const dueAt = stopping.aborted ? now : now + options.copyBackMs;
      await ports.storage.jobs.releaseClaim({ claim, dueAt, now });
      return;
    }
    try {
      await copy(admission.permit);
    } finally {
      admission.permit.leave();
    }
  };
}
