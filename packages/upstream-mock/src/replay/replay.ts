import {
  type Exchange,
  type FoundExchanges,
  isAcceptance,
  isSubmission,
  namedBy,
  type SeenRequest,
} from '@filmgate/mock-cassettes';
import { jsonReply, type ProviderResponse, type WantedRange } from '../http/provider-request.ts';
import {
  type ReplayedJob,
  replayAccount,
  ReplayedJobs,
  type ReplaySource,
} from './replayed-jobs.ts';
import { replayedReply } from './replayed-reply.ts';

export interface ReplayCall extends SeenRequest {
  /** URL of the prefix, as the caller reached it. */
  readonly base: string;
  readonly range: WantedRange | null;
}

/**
 * Replays an upstream in a space: chooses each response by the age of its job, never by the number of requests, and
 * records its subject and outcome in the history of the space.
 */
export class Replay {
  readonly #source: ReplaySource;
  readonly #jobs: ReplayedJobs;
  /** By the job's name in the cassette. */
  readonly #latest = new Map<string, ReplayedJob>();
  /** Number of replayed responses, by the digest of a submission. */
  readonly #replayed = new Map<string, number>();
  #generation = Number.NaN;

  constructor(source: ReplaySource) {
    this.#source = source;
    this.#jobs = new ReplayedJobs(source);
  }

  /** Rejects if a video cannot be drawn. */
  async response(call: ReplayCall): Promise<ProviderResponse> {
    const { upstream, world } = this.#source;
    this.#settle();
    const found = upstream.find(call, (id) => this.#jobs.find(id)?.recorded.name);
    const last = found.exchanges.at(-1);
    if (last === undefined) return this.#notRecorded(found);
    const job = namedBy(call, (id) => this.#jobs.find(id));
    if (job !== undefined && !found.exchanges.some((exchange) => begetsBeside(job, exchange)))
      return await this.#read(job, this.#reported(found, job) ?? last, call);
    if (found.exchanges.some(isSubmission)) return await this.#submit(found, last, call);
    const { reply, isList } = await this.#render(last, undefined, call);
    if (isList) world.requestHistory.exchanges.asks('list');
    return this.#noteWait(reply);
  }

  /** Synchronises with the jobs that exist now, after a reset or a restart. */
  #settle(): void {
    const { generation } = this.#source.world;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#latest.clear();
    this.#replayed.clear();
    for (const job of this.#jobs.all()) {
      this.#latest.set(job.recorded.name, job);
      this.#replayed.set(job.correlationId, (this.#replayed.get(job.correlationId) ?? 0) + 1);
    }
  }

  /** The exchange recorded when the job was as old as it is now; before the first one, the first. */
  #reported({ exchanges }: FoundExchanges, job: ReplayedJob): Exchange | undefined {
    const { clock } = this.#source.world;
    const age = clock.now() - job.acceptedAt;
    const own = exchanges
      .filter((exchange) => exchange.job === job.recorded.name)
      .toSorted((one, other) => one.since - other.since);
    return own.findLast(({ since }) => clock.scaled(since) <= age) ?? own[0];
  }

  async #read(job: ReplayedJob, exchange: Exchange, call: ReplayCall): Promise<ProviderResponse> {
    const { requestHistory } = this.#source.world;
    const { reply, video } = await this.#render(exchange, job, call);
    if (video === null) {
      requestHistory.exchanges.asks(isCancel(call) ? 'cancel' : 'status', job.id);
    } else {
      requestHistory.exchanges.asks('result', job.id);
      if (reply.lacksEnd !== true) requestHistory.exchanges.reachesEnd();
      requestHistory.drawn(job.id, video);
    }
    return this.#noteWait(reply);
  }

  /** The next recorded response to an equal submission; after the last one, that one again as a new job. */
  async #submit(
    found: FoundExchanges,
    last: Exchange,
    call: ReplayCall,
  ): Promise<ProviderResponse> {
    const { world } = this.#source;
    const before = this.#replayed.get(found.digest) ?? 0;
    const exchange = found.exchanges[before] ?? last;
    this.#replayed.set(found.digest, before + 1);
    if (!isAcceptance(exchange)) {
      const { reply } = await this.#render(exchange, undefined, call);
      this.#noteRefused(reply, found);
      return this.#noteWait(reply);
    }
    const name = exchange.job ?? '';
    const job = this.#jobs.accept(name, found);
    if (job === undefined) return unavailable('full', 'no id of this form is left for another job');
    this.#latest.set(name, job);
    const { reply } = await this.#render(exchange, job, call);
    await world.flushed();
    return { ...reply, sent: () => world.markAnswered(job.id) };
  }

  #render(exchange: Exchange, job: ReplayedJob | undefined, { base, range }: ReplayCall) {
    return replayedReply(exchange, { ...this.#source, latest: this.#latest, job, base, range });
  }

  /** A refusal of the request proves that nothing was accepted; for other responses no cassette shows it. */
  #noteRefused({ status }: ProviderResponse, found: FoundExchanges): void {
    if (status < 400) return;
    const isProof = status < 500;
    const { requestHistory } = this.#source.world;
    const facts = requestHistory.factsOf(replayAccount, this.#jobs.submissionOf(found), null);
    const truth = isProof ? 'refused' : 'unknown';
    requestHistory.addAttempt(facts, { truth, job: null, means: isProof ? 'refused' : 'nothing' });
  }

  #noteWait(reply: ProviderResponse): ProviderResponse {
    const wait = reply.headers?.['retry-after'] ?? '';
    if (/^\d{1,6}$/.test(wait))
      this.#source.world.requestHistory.exchanges.asksToWait(Number(wait) * 1_000);
    return reply;
  }

  /** Response to a request that has no recording, with the nearest one. */
  #notRecorded({ request }: FoundExchanges): ProviderResponse {
    const what = `the cassette has no response for ${request.method} ${request.path}`;
    const nearest = this.#source.upstream.nearest(request);
    return unavailable('not_recorded', nearest === undefined ? what : `${what}; ${nearest}`);
  }
}

function unavailable(kind: 'not_recorded' | 'full', message: string): ProviderResponse {
  return jsonReply(501, { error: { kind, message } });
}

/** Returns true if another job resulted, as from a remix. */
function begetsBeside({ recorded }: ReplayedJob, exchange: Exchange): boolean {
  return isAcceptance(exchange) && exchange.job !== recorded.name;
}

function isCancel({ method, url }: ReplayCall): boolean {
  const isCancelPath = method === 'POST' && /[/:]cancel$/.test(url.pathname);
  return method === 'DELETE' || method === 'PUT' || isCancelPath;
}
