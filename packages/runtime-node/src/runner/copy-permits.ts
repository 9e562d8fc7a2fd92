import {
  type Claim,
  type CopyPermit,
  fetchedUntil,
  type GatewayOptions,
  type GatewayPorts,
} from '@filmgate/core';
import type { RunnerOptions } from './runner-options.ts';

/** Request of one copy for a slot. */
export interface CopyWish {
  readonly jobId: string;
  readonly accountId: string;
  /** Expiry of the result at the provider, ms since 1970: the earliest comes first. */
  readonly deadlineAt: number;
  /** Aborts the wait. */
  readonly signal: AbortSignal;
}

export type CopyAdmission =
  | { readonly kind: 'admitted'; readonly permit: CopyPermit & { leave(): void } }
  /** Others are more urgent, or the wait was aborted: retry later. */
  | { readonly kind: 'turned-away' };

interface Waiting extends CopyWish {
  readonly decide: (admission: CopyAdmission) => void;
}

interface Copy {
  readonly accountId: string;
  announced: number;
  reached: number;
}

/** Maximum number of concurrent copies, and of their announced bytes in total; read at each use. */
export interface CopyBounds {
  readonly resultCopies: number;
  readonly resultCopyBytes: number;
}

/**
 * Slots for the copies of results running on this machine, and the copies that wait for one. A waiting copy costs an
 * entry here and no slot of other work. A slot goes to the account with the fewest copies, so that an account whose
 * host hangs delays no other; among the jobs of an account, to the one whose result expires first. Copies queue behind
 * one that does not fit beside the running ones, so that its turn comes.
 */
export class CopyPermits {
  readonly #bounds: CopyBounds;
  readonly #waitingAtMost: number;
  readonly #waiting = new Set<Waiting>();
  readonly #copies = new Set<Copy>();
  /** Sizes of results that did not fit, by job, oldest first. */
  readonly #known = new Map<string, number>();

  constructor(bounds: CopyBounds, waitingAtMost: number) {
    this.#bounds = bounds;
    this.#waitingAtMost = waitingAtMost;
  }

  /** Resolves when the copy may begin, or must not wait any longer. */
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

  /** Number of copies waiting for a slot. */
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

/** Returns the entry that comes before all others. */
function first(
  entries: Iterable<Waiting>,
  compare: (one: Waiting, other: Waiting) => number,
): Waiting | undefined {
  let found: Waiting | undefined;
  for (const entry of entries) if (found === undefined || compare(entry, found) < 0) found = entry;
  return found;
}

/** Runs a copy in its slot, or releases its claim. */
export type CopyInTurn = (
  claim: Claim,
  signal: AbortSignal,
  copy: (permit: CopyPermit) => Promise<void>,
) => Promise<void>;

/**
 * Returns a function that runs the copies of one runner, each in its turn. A waiting copy keeps its claim, which the
 * runner renews, and occupies nothing that other work needs; when the runner stops, the claim is released at once.
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
