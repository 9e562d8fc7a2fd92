import { type Exchange, wasReported } from './exchange.ts';
import { ReadHistory } from './read-history.ts';

/** Uses of expired links after the caller was told, by job and expiry, with the exchange that reported the expiry. */
export class StaleLinks extends ReadHistory {
  /** Uses of each link: one of them is kept once its response arrived. */
  readonly #uses = new Map<string, readonly Exchange[]>();

  /** Records the use of an expired link. One before the expiry was reported is no fault: parallel reads are allowed. */
  use(link: string, exchange: Exchange): void {
    const uses = this.#uses.get(link) ?? [];
    const reported = uses.find((earlier) => wasReported(earlier, exchange));
    this.#uses.set(link, reported === undefined ? [...uses, exchange] : [reported]);
    if (reported === undefined) return;
    if (!this.has(link)) this.note(link, reported.id);
    this.note(link, exchange.id);
  }

  override clear(): void {
    super.clear();
    this.#uses.clear();
  }
}
