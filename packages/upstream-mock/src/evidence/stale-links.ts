import { type Exchange, wasReported } from './exchange.ts';
import { ReadHistory } from './read-history.ts';

/** Uses of links that had ended, by the job and the end: those whose caller was told so before, and the one that told it. */
export class StaleLinks extends ReadHistory {
  /** Uses that are being answered, with their link. */
  readonly #answering = new Map<Exchange, string>();
  /** Of each link the first use whose answer arrived. */
  readonly #reported = new Map<string, Exchange>();

  /** A link that has ended is used. One whose end is only being told accuses nobody: reads side by side are no guilt. */
  use(link: string, exchange: Exchange): void {
    this.#answering.set(exchange, link);
    const reported = this.#reported.get(link);
    if (reported === undefined || !wasReported(reported, exchange)) return;
    if (!this.has(link)) this.note(link, reported.id);
    this.note(link, exchange.id);
  }

  /** To be said of every exchange that has ended. */
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
