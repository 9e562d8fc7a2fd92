import type { ProviderReply } from '../http/provider-request.ts';
import type { AcceptedAttempt, Exchange } from './exchange.ts';

/** Words in a body: the ids of all APIs have these characters only. */
const words = /[\w-]+/g;

/** Records when responses show clients their jobs: in a list, a search, a read, a file, or a callback. */
export class Sightings {
  readonly #find: (job: string) => AcceptedAttempt | undefined;
  /** Jobs in the bodies of lists and searches that are being sent. */
  readonly #listed = new WeakMap<Exchange, readonly AcceptedAttempt[]>();

  constructor(find: (job: string) => AcceptedAttempt | undefined) {
    this.#find = find;
  }

  /** Finds the jobs that a list or a search names. A page of a list shows its own jobs only. */
  decided(exchange: Exchange, reply: ProviderReply | null): void {
    if (exchange.op !== 'list' && exchange.op !== 'search') return;
    if (reply?.kind !== 'response' || reply.status >= 300) return;
    const named = new Set(new TextDecoder().decode(reply.body).match(words));
    this.#listed.set(
      exchange,
      [...named].flatMap((word) => this.#find(word) ?? []),
    );
  }

  ended(exchange: Exchange): void {
    const isListed = this.#listed.has(exchange);
    for (const attempt of this.#shownBy(exchange)) {
      attempt.seenAfter ??= exchange.endedAfter;
      if (isListed) attempt.listedAt = exchange.at;
    }
  }

  /** Jobs about which the response to this exchange, or the callback, informed the client. */
  #shownBy(exchange: Exchange): readonly AcceptedAttempt[] {
    const { op, jobs, reported, attempt, end } = exchange;
    const shown = () => jobs.flatMap((job) => this.#find(job) ?? []);
    if (reported?.kind === 'callback') return reported.outcome === 'taken' ? shown() : [];
    if (end !== 'sent' || reported?.kind !== 'response' || reported.status >= 300) return [];
    if (op === 'status' || op === 'result') return exchange.isDisturbed ? [] : shown();
    if (op === 'submit') return attempt?.truth === 'repeated' ? shown() : [];
    return this.#listed.get(exchange) ?? [];
  }
}
