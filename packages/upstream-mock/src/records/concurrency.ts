import { type Exchange, wasReported } from './exchange.ts';
import { slackMs, waited } from './poll-tally.ts';
import { ReadHistory } from './read-history.ts';

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
