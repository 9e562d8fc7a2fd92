import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProviderReply } from '../wire/provider-request.ts';
import type { Ruling } from '../rules/rule.ts';
import type { MockClock } from '../world/mock-clock.ts';
import { SharedValues } from '../world/shared-values.ts';
import type { Exchange, ExchangeEnd, ExchangeOp, RequestFacts, Reported } from './exchange.ts';
import type { Journal } from './journal.ts';

/** A reply, and what to call when it has ended. */
export interface ServedReply {
  readonly reply: ProviderReply;
  readonly exchange: Exchange;
  /** Says how the reply ended; only the first call counts. */
  readonly ended: (end: ExchangeEnd) => void;
}

/** The mock's clock and the real one, in ms since 1970. */
type ExchangeClock = Pick<MockClock, 'now' | 'wallNow'>;

/** Told of exchanges. */
export interface ExchangeListener {
  /** The reply is decided, and nothing of it has left. */
  decided(exchange: Exchange): void;
  ended(exchange: Exchange): void;
}

/**
 * The requests that are being served. What serves one notes what it was about without being handed it: a provider's wire reads
 * and answers, and knows nothing of a journal.
 */
export class Exchanges {
  readonly #serving = new AsyncLocalStorage<Exchange>();
  readonly #journal: Journal;
  readonly #clock: ExchangeClock;
  readonly #listener: ExchangeListener;
  readonly #requests = new SharedValues<RequestFacts>();
  readonly #responses = new SharedValues<Reported>();
  #settings = 0;
  /** How often everything was forgotten. */
  #generation = 0;

  constructor(journal: Journal, clock: ExchangeClock, listener: ExchangeListener) {
    this.#journal = journal;
    this.#clock = clock;
    this.#listener = listener;
  }

  /** Serves a request by `work`, on record. Rejects as `work` does, which is on record, too. */
  async serve(request: RequestFacts, work: () => Promise<ProviderReply>): Promise<ServedReply> {
    const exchange = this.#begin(request);
    const generation = this.#generation;
    const ended = (end: ExchangeEnd) => {
      if (exchange.end !== null) return;
      exchange.end = end;
      exchange.endedAfter = this.#journal.latest;
      if (generation === this.#generation) this.#listener.ended(exchange);
    };
    const decide = (reported: Reported) => {
      exchange.reported = this.#responses.share(reported);
      if (generation === this.#generation) this.#listener.decided(exchange);
    };
    try {
      const reply = await this.#serving.run(exchange, work);
      decide(reportedBy(reply));
      return { reply, exchange, ended };
    } catch (error) {
      decide({ kind: 'fault' });
      ended('left');
      throw error;
    }
  }

  /** Puts a request of the mock's own on record, which `work` makes. */
  async record(request: RequestFacts, work: (exchange: Exchange) => Promise<void>): Promise<void> {
    const exchange = this.#begin(request);
    await this.#serving.run(exchange, () => work(exchange));
    exchange.endedAfter = this.#journal.latest;
  }

  /** The one being served here; undefined outside of any. */
  current(): Exchange | undefined {
    return this.#serving.getStore();
  }

  /** Notes what the request asks for. A weaker note never takes the place of a stronger one. */
  asks(op: ExchangeOp, job?: string): void {
    const exchange = this.current();
    if (exchange === undefined) return;
    if (strength[op] >= strength[exchange.op]) exchange.op = op;
    if (job === undefined || exchange.jobs.includes(job)) return;
    // What a submission looked up on its way is not what it is about.
    if (op === 'submit') exchange.jobs = [];
    // A list of one takes room for one. A spread would make room for many more.
    exchange.jobs = exchange.jobs.length === 0 ? [job] : exchange.jobs.concat(job);
  }

  /** Notes that the caller is asked to wait, in ms of the mock's clock. */
  asksToWait(ms: number | null): void {
    const exchange = this.current();
    if (exchange !== undefined) exchange.waitMs = ms;
  }

  /** Notes that the caller waits, and is not answered before something has happened. */
  keepsWaiting(): void {
    const exchange = this.current();
    if (exchange !== undefined) exchange.reported = this.#responses.share({ kind: 'hang' });
  }

  /** Notes that the answer brings a file to its end. */
  reachesEnd(): void {
    const exchange = this.current();
    if (exchange !== undefined && exchange.request.method !== 'HEAD') exchange.reachesEnd = true;
  }

  /** Notes that a token makes the answer go wrong. */
  isDisturbed(): void {
    const exchange = this.current();
    if (exchange !== undefined) exchange.isDisturbed = true;
  }

  /** Notes what rules said of the request. What one decided stands. */
  isRuled(ruling: Ruling): void {
    const exchange = this.current();
    if (exchange === undefined || (exchange.ruling?.decided ?? null) !== null) return;
    this.#journal.rule(exchange, ruling);
  }

  /** Notes that an account may do something else from now on. */
  settingsChange(): void {
    this.#settings += 1;
  }

  /** Everything is forgotten: what is still being served is about jobs that are no more, also where new ones have their ids. */
  forget(): void {
    this.#generation += 1;
    this.#requests.clear();
    this.#responses.clear();
  }

  /** Notes how many jobs of the account that submits have failed. */
  countsFailed(jobs: number | null): void {
    const exchange = this.current();
    if (exchange !== undefined) exchange.failedJobs = jobs;
  }

  #begin(request: RequestFacts): Exchange {
    const exchange: Exchange = {
      id: this.#journal.takeId(),
      at: this.#clock.now(),
      realAt: this.#clock.wallNow(),
      request: this.#requests.share(request),
      settings: this.#settings,
      failedJobs: null,
      op: 'other',
      jobs: [],
      attempt: null,
      ruling: null,
      isDisturbed: false,
      waitMs: null,
      reachesEnd: false,
      reported: null,
      end: null,
      endedAfter: null,
    };
    this.#journal.add(exchange);
    return exchange;
  }
}

/** What a request does to a job says more about it than what was looked up on the way. */
const strength: { readonly [Op in ExchangeOp]: number } = {
  other: 0,
  account: 1,
  list: 1,
  search: 2,
  status: 3,
  result: 4,
  cancel: 5,
  callback: 5,
  submit: 6,
};

function reportedBy(reply: ProviderReply): Reported {
  return reply.kind === 'response'
    ? { kind: 'response', status: reply.status, bytes: reply.cutAfter ?? reply.body.length }
    : { kind: reply.kind };
}
