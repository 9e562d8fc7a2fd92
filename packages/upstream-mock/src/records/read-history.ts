import { type Exchange, wasReported } from './exchange.ts';
import { slackMs, waited } from './poll-tally.ts';

/** Number of occurrences, and the first exchanges that show them. */
export interface SeenRead {
  readonly count: number;
  readonly entries: readonly number[];
}

/** Maximum exchanges given as evidence. */
const mostEntries = 10;

/** Occurrences by subject. */
export class ReadHistory {
  readonly #seen = new Map<string, SeenRead>();

  note(subject: string, entry: number): void {
    const { count, entries } = this.#seen.get(subject) ?? { count: 0, entries: [] };
    const kept = entries.length < mostEntries ? entries.concat(entry) : entries;
    this.#seen.set(subject, { count: count + 1, entries: kept });
  }

  has(subject: string): boolean {
    return this.#seen.has(subject);
  }

  all(): Iterable<readonly [subject: string, seen: SeenRead]> {
    return this.#seen;
  }

  clear(): void {
    this.#seen.clear();
  }
}

/** Uses of expired links after the caller was told, by job and expiry, with the exchange that reported the expiry. */
export class StaleLinks extends ReadHistory {
  /** Uses of each link: one of them is kept once its response arrived. */
  readonly #uses = new Map<string, readonly Exchange[]>();

  /** Records the use of an expired link. One before the expiry was reported is no fault: parallel reads are allowed. */
  use(link: string, exchange: Exchange): void {
    const uses = this.#uses.get(link) ?? [];
    const reported = uses.find((earlier) => wasReported(earlier, exchange));
    // One that its caller did not wait for reports nothing any more.
    const open = uses.filter(({ end }) => end === null || end === 'sent');
    this.#uses.set(link, reported === undefined ? [...open, exchange] : [reported]);
    if (reported === undefined) return;
    if (!this.has(link)) this.note(link, reported.id);
    this.note(link, exchange.id);
  }

  override clear(): void {
    super.clear();
    this.#uses.clear();
  }
}

/** Submissions of accounts that knew their limit was reached. */
export class Concurrency extends ReadHistory {
  /** Latest refusal of each account for lack of a free slot. */
  readonly #full = new Map<string, Exchange>();

  /** Records a submission refused because all slots of its account were in use. */
  refuse(account: string, exchange: Exchange): void {
    const before = this.#full.get(account);
    this.#full.set(account, exchange);
    if (before === undefined || before.waitMs === null) return;
    if (wasReported(before, exchange) && waited(before, exchange) < before.waitMs - slackMs)
      this.note(account, exchange.id);
  }

  override clear(): void {
    super.clear();
    this.#full.clear();
  }
}
