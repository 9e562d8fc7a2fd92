import { type Exchange, wasReported } from './exchange.ts';
import { slackMs, waited } from './poll-tally.ts';
import { ReadHistory } from './read-history.ts';

/** Submissions of an account that knew that it was full. */
export class Concurrency extends ReadHistory {
  /** The latest of each account that was refused because all its places were taken. */
  readonly #full = new Map<string, Exchange>();

  /** A submission was refused because all places of its account were taken. */
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
