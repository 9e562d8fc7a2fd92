import { type Exchange, wasReported } from './exchange.ts';
import { ReadHistory } from './read-history.ts';

/** Uses of expired links after the caller was told, by job and expiry, with the exchange that reported the expiry. */
export class StaleLinks extends ReadHistory {
  /** Uses being answered, with their link. */
  readonly #answering = new Map<Exchange, string>();
  /** The first use of each link whose response arrived. */
  readonly #reported = new Map<string, Exchange>();

  /** Records the use of an expired link. One before the expiry was reported is no fault: parallel reads are allowed. */
  use(link: string, exchange: Exchange): void {
    this.#answering.set(exchange, link);
    const reported = this.#reported.get(link);
    if (reported === undefined || !wasReported(reported, exchange)) return;
    if (!this.has(link)) this.note(link, reported.id);
    this.note(link, exchange.id);
  }

  /** Call it for every exchange that has ended. */
  ended(exchange: Exchange): void {
    const link = this.#answering.get(exchange);
    if (link === undefined) return;
    this.#answering.delete(exchange);
    if (exchange.end === 'sent' && !this.#reported.has(link)) this.#reported.set(link, exchange);
  }

  override clear(): void {
    super.clear();
    this.#answering.clear();
    this.#reported.clear();
  }
}
