/** Whether a job may be worked on now, as far as its account's share goes. */
export type ShareVerdict =
  | { readonly kind: 'admitted' }
  /** The account already has its share in flight: look again after `waitMs`. */
  | { readonly kind: 'turned-away'; readonly waitMs: number };

interface Share {
  inFlight: number;
  /** Jobs that were turned away and have not come back yet. */
  readonly waiting: Set<string>;
}

/** Wait of a job when no more than a share's worth of others wait too, and the longest wait, in ms. */
const shortestWaitMs = 250;
const longestWaitMs = 10_000;

/**
 * How much of a runner each account occupies, so that one that hangs cannot delay the others. The more jobs wait for
 * their turn on an account, the later each is asked back: turning them away costs the same however many there are.
 */
export class AccountBulkhead {
  readonly #most: number;
  readonly #byAccount = new Map<string, Share>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one place of the account's share for the job, until `leave`. */
  enter(accountId: string, jobId: string): ShareVerdict {
    const share = this.#byAccount.get(accountId) ?? { inFlight: 0, waiting: new Set() };
    this.#byAccount.set(accountId, share);
    if (share.inFlight < this.#most) {
      share.waiting.delete(jobId);
      // With so much room every waiter gets in; an id that does not come back belongs to a job that ended elsewhere.
      if (share.inFlight * 2 < this.#most) share.waiting.clear();
      share.inFlight += 1;
      return { kind: 'admitted' };
    }
    share.waiting.add(jobId);
    const rounds = Math.ceil(share.waiting.size / this.#most);
    return { kind: 'turned-away', waitMs: Math.min(rounds * shortestWaitMs, longestWaitMs) };
  }

  /** Gives an admitted job's place back. */
  leave(accountId: string): void {
    const share = this.#byAccount.get(accountId);
    if (share === undefined) return;
    share.inFlight -= 1;
    if (share.inFlight === 0) this.#byAccount.delete(accountId);
  }
}
