import { jsonReply, type ProviderResponse, type WantedRange } from '../wire/provider-request.ts';
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
  /** Ids follow from it. */
  readonly seed: string;
  /** ms. */
  readonly now: () => number;
  /** Real ms by the clock's speed. */
  readonly scaled: (ms: number) => number;
  /** Drawn already, by the digest of the recorded film. */
  readonly videos: ReplayedVideos;
  readonly jobs: ReplayedJobs;
}

export interface ReplayCall extends SeenRequest {
  /** URL of the prefix, as the caller reached it. */
  readonly base: string;
  readonly range: WantedRange | null;
  /** Those of a credential are not looked for in a recording. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** An answer of the cassette, and what it was about. */
export interface Replayed {
  readonly reply: ProviderResponse;
  readonly about:
    | { readonly kind: 'accepted'; readonly job: ReplayedJob }
    /** A submission of which the recording has no job. */
    | { readonly kind: 'not-accepted'; readonly found: FoundExchanges }
    /** `film`: digest of the file it brings; null without one. */
    | { readonly kind: 'read'; readonly job: ReplayedJob; readonly video: string | null }
    /** `isList`: it names jobs. */
    | { readonly kind: 'other'; readonly isList: boolean };
}

/** Most submissions of a space. */
const mostJobs = 100_000;

/** What an upstream said, said again: each answer by how long ago its job was accepted, and never by how often it was asked. */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #exchanges: RecordedExchanges;
  readonly #replies: ReplayedReplies;
  readonly #forms: ReadonlyMap<string, string>;
  /** By their names in the cassette. */
  readonly #latest = new Map<string, ReplayedJob>();
  /** How often each submission was made. */
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

  /** Goes by the jobs there are now. */
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

  /** Whether a request names a job that was replayed. */
  names(call: SeenRequest): boolean {
    return this.#jobIn(call) !== undefined;
  }

  /** Undefined for what was not recorded. Rejects when a film cannot be drawn. */
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

  /** What was recorded of a call; of the head of a file, first what was recorded of the file. */
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

  /** The job that a request names: a link, too, which has its id beside it. */
  #jobIn(call: SeenRequest): ReplayedJob | undefined {
    return namedBy(call, (id) => this.#options.jobs.find(id));
  }

  /** What was said of the job when it was as old as it is now; before the first answer, the first. */
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

  /** The next recording of an equal submission; after the last that one again, as a job of its own. */
  async #submit(found: FoundExchanges, call: ReplayCall): Promise<Replayed | undefined> {
    const { exchanges, request } = found;
    const made = this.#made.get(request) ?? 0;
    if (this.#options.mode === 'once' && made >= exchanges.length)
      return refused('replayed', 'this submission was replayed once, as often as recorded');
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

  /** Undefined where there are too many. */
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

/** What a request is told that no recording answers. */
export function notRecorded(kind: 'not_recorded' | 'replayed' | 'full', message: string) {
  return jsonReply(kind === 'replayed' ? 409 : 501, { error: { kind, message } });
}

function refused(kind: 'replayed' | 'full', message: string): Replayed {
  return { reply: notRecorded(kind, message), about: { kind: 'other', isList: false } };
}

/** Whether another job came of it, as of a remix. */
function begetsBeside({ name }: ReplayedJob, exchange: Exchange): boolean {
  return isAcceptance(exchange) && exchange.job !== name;
}

function bySince(one: Exchange, other: Exchange): number {
  return one.since - other.since;
}
