import { jsonReply, type ProviderResponse, type WantedRange } from '../http/provider-request.ts';
import type { Exchange } from './cassette.ts';
import type { Cassette } from './cassette-folder.ts';
import type { ReplayMode } from './cassette-mode.ts';
import { KnownSecrets } from './known-secrets.ts';
import {
  type FoundExchanges,
  isAcceptance,
  isSubmission,
  RecordedExchanges,
} from './recorded-exchanges.ts';
import { learnRequest, namedBy, type SeenRequest, withoutSecrets } from './recorded-request.ts';
import type { ReplayedVideos } from './replayed-video.ts';
import { newReplayedId, type ReplayedJob, type ReplayedJobs } from './replayed-jobs.ts';
import { ReplayedReplies, type ReplayedReply } from './replayed-reply.ts';

export interface ReplayOptions {
  readonly cassette: Cassette;
  readonly upstream: string;
  readonly mode: ReplayMode;
  /** Ids follow from the seed. */
  readonly seed: string;
  /** ms. */
  readonly now: () => number;
  /** Divides real ms by the clock's speed. */
  readonly scaled: (ms: number) => number;
  /** Videos drawn so far, by the digest of the recorded one. */
  readonly videos: ReplayedVideos;
  readonly jobs: ReplayedJobs;
}

export interface ReplayCall extends SeenRequest {
  /** URL of the prefix, as the caller reached it. */
  readonly base: string;
  readonly range: WantedRange | null;
  /** Credential headers are not matched against the recording. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A replayed response, and its subject. */
export interface Replayed {
  readonly reply: ProviderResponse;
  readonly about:
    | { readonly kind: 'accepted'; readonly job: ReplayedJob }
    /** A submission without a job in the recording. */
    | { readonly kind: 'not-accepted'; readonly found: FoundExchanges }
    /** `film`: digest of the file it contains; null without one. */
    | { readonly kind: 'read'; readonly job: ReplayedJob; readonly video: string | null }
    /** `isList`: true if it names jobs. */
    | { readonly kind: 'other'; readonly isList: boolean };
}

/** Maximum submissions of a space. */
const mostJobs = 100_000;

/** Replays an upstream: chooses each response by the age of its job, never by the number of requests. */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #exchanges: RecordedExchanges;
  readonly #replies: ReplayedReplies;
  readonly #forms: ReadonlyMap<string, string>;
  /** By the job's name in the cassette. */
  readonly #latest = new Map<string, ReplayedJob>();
  /** Number of times each submission was made. */
  readonly #made = new Map<string, number>();
  #count = 0;
  #generation = Number.NaN;

  constructor(options: ReplayOptions) {
    const { cassette, upstream, videos } = options;
    this.#options = options;
    this.#exchanges = new RecordedExchanges(cassette, upstream);
    this.#replies = new ReplayedReplies(cassette, upstream, videos);
    this.#forms = new Map(
      cassette.lines.flatMap((line) => (line.kind === 'job' ? [[line.name, line.form]] : [])),
    );
  }

  /** Synchronises with the jobs that exist now. */
  #settle(): void {
    const generation = this.#options.jobs.generation();
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#latest.clear();
    this.#made.clear();
    this.#count = 0;
    for (const job of this.#options.jobs.all()) this.#note(job);
    for (const request of this.#options.jobs.refusals()) this.#make(request);
  }

  /** Returns true if a request names a replayed job. */
  names(call: SeenRequest): boolean {
    return this.#jobIn(call) !== undefined;
  }

  /** Undefined if nothing was recorded. Rejects if a video cannot be drawn. */
  async response(call: ReplayCall): Promise<Replayed | undefined> {
    this.#settle();
    const found = this.#find(call);
    if (found.exchanges.length === 0) return undefined;
    const job = this.#jobIn(call);
    if (job !== undefined && !found.exchanges.some((exchange) => begetsBeside(job, exchange)))
      return await this.#reported(found.exchanges, job, call);
    if (found.exchanges.some(isSubmission)) return await this.#submit(found, call);
    const latest = found.exchanges.at(-1);
    if (latest === undefined) return undefined;
    const { reply, isList } = await this.#reply(latest, undefined, call);
    return { reply, about: { kind: 'other', isList } };
  }

  /** Recordings of a call; for a `HEAD` of a file, preferably those of its `GET`. */
  #find(call: ReplayCall): FoundExchanges {
    const secrets = new KnownSecrets();
    learnRequest(secrets, call, call.headers);
    const hide = (text: string) =>
      withoutSecrets(text, secrets, (id) => this.#options.jobs.find(id)?.name);
    if (call.method === 'HEAD') {
      const whole = this.#exchanges.find({ ...call, method: 'GET' }, hide);
      if (whole.exchanges.some(({ response }) => 'video' in response.body)) return whole;
    }
    return this.#exchanges.find(call, hide);
  }

  /** The job that a request names; a link contains the job's id. */
  #jobIn(call: SeenRequest): ReplayedJob | undefined {
    return namedBy(call, (id) => this.#options.jobs.find(id));
  }

  /** The response recorded when the job was as old as it is now; before the first one, the first. */
  async #reported(found: readonly Exchange[], job: ReplayedJob, call: ReplayCall) {
    const { now, scaled } = this.#options;
    const age = now() - job.acceptedAt;
    const own = found.filter((exchange) => exchange.job === job.name).toSorted(bySince);
    const reported =
      own.findLast(({ since }) => scaled(since) <= age) ??
      own[0] ??
      found.findLast((exchange) => exchange.job === null);
    if (reported === undefined) return undefined;
    const { reply, video } = await this.#reply(reported, job, call);
    return { reply, about: { kind: 'read', job, video } } as const;
  }

  /** The next recording of an equal submission; after the last one, that one again as a new job. */
  async #submit(found: FoundExchanges, call: ReplayCall): Promise<Replayed | undefined> {
    const { exchanges, request } = found;
    const made = this.#made.get(request) ?? 0;
    if (this.#options.mode === 'once' && made >= exchanges.length)
      return refused(
        'replayed',
        'this submission was already replayed as often as it was recorded',
      );
    const exchange = exchanges[Math.min(made, exchanges.length - 1)];
    if (exchange === undefined) return undefined;
    if (!isAcceptance(exchange)) {
      if (made < exchanges.length) {
        this.#make(request);
        this.#options.jobs.refuse(request);
      }
      const { reply } = await this.#reply(exchange, undefined, call);
      return { reply, about: { kind: 'not-accepted', found } };
    }
    const job = this.#accept(exchange, request);
    if (job === undefined)
      return refused('full', `a space replays at most ${mostJobs} submissions`);
    this.#options.jobs.accept(job, found);
    const { reply } = await this.#reply(exchange, job, call);
    return { reply, about: { kind: 'accepted', job } };
  }

  /** Undefined if there are too many jobs. */
  #accept(exchange: Exchange, request: string): ReplayedJob | undefined {
    if (this.#count >= mostJobs) return undefined;
    const name = exchange.job ?? '';
    const { seed, upstream, jobs } = this.#options;
    const key = `${upstream} ${name} ${this.#made.get(request) ?? 0}`;
    const id = newReplayedId(jobs, this.#forms.get(name), { seed, key });
    if (id === undefined) return undefined;
    const job = { name, id, acceptedAt: this.#options.now(), request };
    this.#note(job);
    return job;
  }

  #note(job: ReplayedJob): void {
    this.#count += 1;
    this.#make(job.request);
    this.#latest.set(job.name, job);
  }

  #make(request: string): void {
    this.#made.set(request, (this.#made.get(request) ?? 0) + 1);
  }

  async #reply(
    exchange: Exchange,
    job: ReplayedJob | undefined,
    { base, range }: ReplayCall,
  ): Promise<ReplayedReply> {
    const latest = (name: string) => this.#latest.get(name);
    return await this.#replies.of(exchange, { job, latest, base, range });
  }
}

/** Response to a request that has no recording. */
export function notRecorded(kind: 'not_recorded' | 'replayed' | 'full', message: string) {
  return jsonReply(kind === 'replayed' ? 409 : 501, { error: { kind, message } });
}

function refused(kind: 'replayed' | 'full', message: string): Replayed {
  return { reply: notRecorded(kind, message), about: { kind: 'other', isList: false } };
}

/** Returns true if another job resulted, as from a remix. */
function begetsBeside({ name }: ReplayedJob, exchange: Exchange): boolean {
  return isAcceptance(exchange) && exchange.job !== name;
}

function bySince(one: Exchange, other: Exchange): number {
  return one.since - other.since;
}
