import { AsyncLocalStorage } from 'node:async_hooks';
import { type Alteration, alteredReply } from '../http/altered-reply.ts';
import type { ProviderReply } from '../http/provider-request.ts';
import type { Ruling } from './ruling.ts';
import type { MockClock } from '../job/mock-clock.ts';
import { SharedValues } from '../job/shared-values.ts';
import {
  type Exchange,
  type ExchangeEnd,
  type ExchangeOp,
  newExchange,
  operationStrength,
  reportedBy,
  type RequestFacts,
  type Reported,
} from './exchange.ts';
import type { Journal } from './journal.ts';
import { keptBody } from './kept-body.ts';
import { credentialsOf } from './request-facts.ts';

/** A reply, with a function to call at its end. */
export interface ServedReply {
  readonly reply: ProviderReply;
  readonly exchange: Exchange;
  /** Reports the end of the reply; only the first call counts. */
  readonly ended: (end: ExchangeEnd) => void;
}

/** The mock's clock and the real one, in ms since 1970. */
type ExchangeClock = Pick<MockClock, 'now' | 'wallNow'>;

/** Listener of exchanges. */
export interface ExchangeListener {
  /** Called when the reply is decided, before anything is sent; null if the mock failed. */
  decided(exchange: Exchange, reply: ProviderReply | null): void;
  ended(exchange: Exchange): void;
}

/** A request while it is served: what no record keeps. */
interface Serving {
  readonly exchange: Exchange;
  readonly header: (name: string) => string | undefined;
  alteration: Alteration | null;
}

/** Facts that handlers find out about a request. */
type NotedFacts = Pick<
  Exchange,
  'failedJobs' | 'isDisturbed' | 'isRefusedForGood' | 'route' | 'waitMs'
>;

/** Requests being served. Handlers record a request's subject here, so that a provider's API knows of no journal. */
export class Exchanges {
  readonly #serving = new AsyncLocalStorage<Serving>();
  readonly #journal: Journal;
  readonly #clock: ExchangeClock;
  readonly #listener: ExchangeListener;
  readonly #facts = new SharedValues<RequestFacts>();
  readonly #responses = new SharedValues<Reported>();
  #settings = 0;
  #requests = 0;
  /** Number of resets. */
  #generation = 0;

  constructor(journal: Journal, clock: ExchangeClock, listener: ExchangeListener) {
    this.#journal = journal;
    this.#clock = clock;
    this.#listener = listener;
  }

  /** Number of requests since the last reset, without those that the mock sent. */
  get requests(): number {
    return this.#requests;
  }

  /** Serves a request by `work` and records it. Rejects as `work` does, which is recorded, too. */
  async serve(
    request: RequestFacts,
    work: () => Promise<ProviderReply>,
    header: Serving['header'] = () => undefined,
  ): Promise<ServedReply> {
    const exchange = this.#begin(request);
    this.#requests += 1;
    const serving: Serving = { exchange, header, alteration: null };
    const generation = this.#generation;
    const ended = (end: ExchangeEnd) => {
      if (exchange.end !== null) return;
      exchange.end = end;
      exchange.endedAfter = this.#journal.latest;
      if (generation === this.#generation) this.#listener.ended(exchange);
    };
    const decide = (reported: Reported, reply: ProviderReply | null) => {
      exchange.reported = this.#responses.share(reported);
      if (generation === this.#generation) this.#listener.decided(exchange, reply);
    };
    try {
      const made = await this.#serving.run(serving, work);
      const reply = serving.alteration === null ? made : alteredReply(made, serving.alteration);
      if (reply.kind === 'response')
        this.#journal.change(exchange, {
          responseBody: keptBody(reply.body, reply.contentType, credentialsOf(header)),
        });
      decide(reportedBy(reply), reply);
      return { reply, exchange, ended };
    } catch (error) {
      decide({ kind: 'fault' }, null);
      ended('left');
      throw error;
    }
  }

  /** Records a request that the mock itself sends by `work`. */
  async record(request: RequestFacts, work: (exchange: Exchange) => Promise<void>): Promise<void> {
    const exchange = this.#begin(request);
    const generation = this.#generation;
    const serving: Serving = { exchange, header: () => undefined, alteration: null };
    await this.#serving.run(serving, () => work(exchange));
    exchange.endedAfter = this.#journal.latest;
    if (generation === this.#generation) this.#listener.ended(exchange);
  }

  /** The exchange of the current asynchronous context; undefined outside of any. */
  current(): Exchange | undefined {
    return this.#serving.getStore()?.exchange;
  }

  /** Records the body of the current request. */
  receives(body: Uint8Array): void {
    const serving = this.#serving.getStore();
    if (serving === undefined) return;
    const { exchange, header } = serving;
    const requestBody = keptBody(body, header('content-type') ?? '', credentialsOf(header));
    this.#journal.change(exchange, { requestBody });
  }

  /** The current request as the conditions of rules see it. */
  asked() {
    const { exchange, header = () => undefined } = this.#serving.getStore() ?? {};
    const { id = null, route = null, request } = exchange ?? {};
    return { request: id, route, method: request?.method ?? null, header };
  }

  /** Changes the response of the current request when it is made. */
  alters(alteration: Alteration): void {
    const serving = this.#serving.getStore();
    if (serving === undefined) return;
    serving.alteration = alteration;
    // The caller does not see what the provider said.
    if (alteration.body !== undefined || alteration.cut !== undefined)
      this.note({ isDisturbed: true });
  }

  /** Time to wait before the response of the current request, in ms before scaling. */
  get delay(): number {
    return this.#serving.getStore()?.alteration?.delay ?? 0;
  }

  /** Records the operation of the request. A weaker operation never replaces a stronger one. */
  asks(op: ExchangeOp, job?: string): void {
    const exchange = this.current();
    if (exchange === undefined) return;
    if (operationStrength[op] >= operationStrength[exchange.op]) exchange.op = op;
    if (job === undefined || exchange.jobs.includes(job)) return;
    // Jobs looked up by a submission are not its subject.
    if (op === 'submit') exchange.jobs = [];
    // A spread would allocate room for many more items than one.
    exchange.jobs = exchange.jobs.length === 0 ? [job] : exchange.jobs.concat(job);
  }

  /** Records facts of the current request. */
  note(facts: Partial<NotedFacts>): void {
    Object.assign(this.current() ?? {}, facts);
  }

  /** Records that the caller waits for an event before it gets a response. */
  keepsWaiting(): void {
    const exchange = this.current();
    if (exchange !== undefined) exchange.reported = this.#responses.share({ kind: 'hang' });
  }

  /** Records that the response contains a file to its end. */
  reachesEnd(): void {
    const exchange = this.current();
    if (exchange === undefined || exchange.request.method === 'HEAD') return;
    exchange.reachesEnd = this.#serving.getStore()?.alteration?.body === undefined;
  }

  /** Records that the response leaves its caller with other bytes than those of the file. */
  sendsBadBytes(): void {
    const exchange = this.current();
    if (exchange !== undefined && exchange.request.method !== 'HEAD') exchange.hasBadBytes = true;
  }

  /** Records the decision of the rules. A rule that decided is not replaced. */
  isRuled(decision: Ruling): void {
    const exchange = this.current();
    if (exchange === undefined || (exchange.ruling?.decided ?? null) !== null) return;
    this.#journal.change(exchange, { ruling: decision });
  }

  /** Records a change of an account's limits. */
  settingsChange(): void {
    this.#settings += 1;
  }

  /** Detaches exchanges still being served: their jobs no longer exist, even if new ones get the same ids. */
  forget(): void {
    this.#generation += 1;
    this.#requests = 0;
    this.#facts.clear();
    this.#responses.clear();
  }

  #begin(request: RequestFacts): Exchange {
    const exchange = newExchange({
      id: this.#journal.takeId(),
      at: this.#clock.now(),
      realAt: this.#clock.wallNow(),
      request: this.#facts.share(request),
      settings: this.#settings,
    });
    this.#journal.add(exchange);
    return exchange;
  }
}
