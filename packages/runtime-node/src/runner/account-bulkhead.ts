/** Result of a request to work on a job, as far as its account's share allows. */
export type ShareVerdict =
  | { readonly kind: 'admitted' }
  /** The account already has its share in flight: retry after `waitMs`. */
  | { readonly kind: 'turned-away'; readonly waitMs: number };

interface Share {
  inFlight: number;
  /** Jobs that were turned away and have not returned yet. */
  readonly waiting: Set<string>;
}

/** Wait of a job when at most a share's worth of others wait too, and the maximum wait, in ms. */
const shortestWaitMs = 250;
const longestWaitMs = 10_000;

/**
 * Limits the part of a runner that each account occupies, so that one that hangs cannot delay the others. The more jobs
 * wait for an account, the later each one retries: turning them away costs the same for any number.
 */
export class AccountBulkhead {
  readonly #most: number;
  readonly #byAccount = new Map<string, Share>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one slot of the account's share for the job, until `leave`. */
  enter(accountId: string, jobId: string): ShareVerdict {
    const share = this.#byAccount.get(accountId) ?? { inFlight: 0, waiting: new Set() };
    this.#byAccount.set(accountId, share);
    if (share.inFlight < this.#most) {
      share.waiting.delete(jobId);
      // With half the share free every waiter gets in; an id that does not return is of a job that ended elsewhere.
      if (share.inFlight * 2 < this.#most) share.waiting.clear();
      share.inFlight += 1;
      return { kind: 'admitted' };
    }
    share.waiting.add(jobId);
    const rounds = Math.ceil(share.waiting.size / this.#most);
    return { kind: 'turned-away', waitMs: Math.min(rounds * shortestWaitMs, longestWaitMs) };
  }

  /** Releases an admitted job's slot. */
  leave(accountId: string): void {
    const share = this.#byAccount.get(accountId);
    if (share === undefined) return;
    share.inFlight -= 1;
    if (share.inFlight === 0) this.#byAccount.delete(accountId);
  }
}
