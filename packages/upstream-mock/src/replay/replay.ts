import {
  type Exchange,
  type FoundExchanges,
  isAcceptance,
  isSubmission,
  namedBy,
  type RecordedUpstream,
  type SeenRequest,
} from '@filmgate/mock-cassettes';
import { jsonReply, type ProviderResponse, type WantedRange } from '../http/provider-request.ts';
import type { ProviderState } from '../state/provider-state.ts';
import type { ReplayedJob, ReplayedJobs } from './replayed-jobs.ts';
import type { ReplayedReplies, ReplayedReply } from './replayed-reply.ts';

export interface ReplayCall extends SeenRequest {
  /** URL of the prefix, as the caller reached it. */
  readonly base: string;
  readonly range: WantedRange | null;
}

/** A replayed response, and its subject. */
export interface Replayed {
  readonly reply: ProviderResponse;
  readonly about:
    | { readonly kind: 'accepted'; readonly job: ReplayedJob }
    /** A submission without a job in the recording. */
    | { readonly kind: 'not-accepted'; readonly found: FoundExchanges }
    /** `video`: digest of the file it contains; null without one. */
    | { readonly kind: 'read'; readonly job: ReplayedJob; readonly video: string | null }
    /** `isList`: true if it names jobs. */
    | { readonly kind: 'other'; readonly isList: boolean };
}

export interface ReplayOptions {
  readonly world: ProviderState;
  readonly upstream: RecordedUpstream;
  readonly jobs: ReplayedJobs;
  readonly replies: ReplayedReplies;
}

/** Equal submissions so far. */
interface Turn {
  accepted: number;
  /** Index of the next recorded response. */
  next: number;
}

/** Replays an upstream in a space: chooses each response by the age of its job, never by the number of requests. */
export class Replay {
  readonly #options: ReplayOptions;
  /** By the job's name in the cassette. */
  readonly #latest = new Map<string, ReplayedJob>();
  /** By the digest of a submission. */
  readonly #turns = new Map<string, Turn>();
  #generation = Number.NaN;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  /** Rejects if a video cannot be drawn. */
  async response(call: ReplayCall): Promise<Replayed> {
    const { upstream, jobs } = this.#options;
    this.#settle();
    const found = upstream.find(call, (id) => jobs.find(id)?.recorded.name);
    const latest = found.exchanges.at(-1);
    if (latest === undefined) return notRecorded(upstream, found);
    const job = namedBy(call, (id) => jobs.find(id));
    if (job !== undefined && !found.exchanges.some((exchange) => begetsBeside(job, exchange))) {
      const { reply, video } = await this.#reply(this.#reported(found, job) ?? latest, job, call);
      return { reply, about: { kind: 'read', job, video } };
    }
    if (found.exchanges.some(isSubmission)) return await this.#submit(found, latest, call);
    const { reply, isList } = await this.#reply(latest, undefined, call);
    return { reply, about: { kind: 'other', isList } };
  }

  /** Synchronises with the jobs that exist now, after a reset or a restart. */
  #settle(): void {
    const { generation } = this.#options.world;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#latest.clear();
    this.#turns.clear();
    for (const job of this.#options.jobs.all()) {
      this.#latest.set(job.recorded.name, job);
      const turn = this.#turn(job.correlationId);
      turn.accepted += 1;
      turn.next += 1;
    }
  }

  #turn(digest: string): Turn {
    const turn = this.#turns.get(digest) ?? { accepted: 0, next: 0 };
    this.#turns.set(digest, turn);
    return turn;
  }

  /** The exchange recorded when the job was as old as it is now; before the first one, the first. */
  #reported({ exchanges }: FoundExchanges, job: ReplayedJob): Exchange | undefined {
    const { clock } = this.#options.world;
    const age = clock.now() - job.acceptedAt;
    const own = exchanges
      .filter((exchange) => exchange.job === job.recorded.name)
      .toSorted((one, other) => one.since - other.since);
    return own.findLast(({ since }) => clock.scaled(since) <= age) ?? own[0];
  }

  /** The next recorded response to an equal submission; after the last one, that one again as a new job. */
  async #submit(found: FoundExchanges, last: Exchange, call: ReplayCall): Promise<Replayed> {
    const { exchanges, digest } = found;
    const turn = this.#turn(digest);
    const exchange = exchanges[turn.next] ?? last;
    turn.next += 1;
    if (!isAcceptance(exchange)) {
      const { reply } = await this.#reply(exchange, undefined, call);
      return { reply, about: { kind: 'not-accepted', found } };
    }
    const name = exchange.job ?? '';
    const job = this.#options.jobs.accept(name, found, turn.accepted);
    if (job === undefined) return unavailable('full', 'no id of this form is left for another job');
    turn.accepted += 1;
    this.#latest.set(name, job);
    const { reply } = await this.#reply(exchange, job, call);
    return { reply, about: { kind: 'accepted', job } };
  }

  async #reply(
    exchange: Exchange,
    job: ReplayedJob | undefined,
    { base, range }: ReplayCall,
  ): Promise<ReplayedReply> {
    const latest = (name: string) => this.#latest.get(name);
    return await this.#options.replies.of(exchange, { job, latest, base, range });
  }
}

/** Response to a request that has no recording, with the nearest one. */
function notRecorded(upstream: RecordedUpstream, { request }: FoundExchanges): Replayed {
  const what = `the cassette has no response for ${request.method} ${request.path}`;
  const nearest = upstream.nearest(request);
  return unavailable('not_recorded', nearest === undefined ? what : `${what}; ${nearest}`);
}

function unavailable(kind: 'not_recorded' | 'full', message: string): Replayed {
  const reply = jsonReply(501, { error: { kind, message } });
  return { reply, about: { kind: 'other', isList: false } };
}

/** Returns true if another job resulted, as from a remix. */
function begetsBeside({ recorded }: ReplayedJob, exchange: Exchange): boolean {
  return isAcceptance(exchange) && exchange.job !== recorded.name;
}
