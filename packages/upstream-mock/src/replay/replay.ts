import {
  type Exchange,
  type FoundExchanges,
  isAcceptance,
  isSubmission,
  namedBy,
  type SeenRequest,
  seeRequest,
} from '@filmgate/mock-cassettes';
import { longestBody } from '../engine/json-body.ts';
import type { Personality, PersonalityCall } from '../engine/personality.ts';
import { readForm } from '../http/multipart-form.ts';
import { jsonReply, type ProviderResponse, textReply } from '../http/provider-request.ts';
import {
  acceptAgain,
  isReplayed,
  replayAccount,
  type ReplayedJob,
  type ReplaySource,
  submissionOf,
} from './replayed-jobs.ts';
import { replayedReply } from './replayed-reply.ts';

type ReplayCall = SeenRequest & Pick<PersonalityCall, 'base' | 'range'>;

/**
 * Replays an upstream in a space: chooses each response by the age of its job, never by the number of requests, and
 * records its subject and outcome in the history of the space.
 */
export class Replay implements Personality {
  readonly isReplayed = true;
  readonly #source: ReplaySource;
  /** Id of the latest job, by its name in the cassette. */
  readonly #latest = new Map<string, string>();
  /** Number of replayed responses, by the digest of a submission. */
  readonly #replayed = new Map<string, number>();
  #generation = Number.NaN;

  constructor(source: ReplaySource) {
    this.#source = source;
  }

  /** Rejects if a video cannot be drawn. */
  async handle(call: PersonalityCall): Promise<ProviderResponse> {
    const body = await call.readBody(longestBody);
    if (body.kind === 'too-long') return textReply(413, 'text/plain', 'the body is too long\n');
    const { method, url, base, range } = call;
    const headers = Object.entries(call.headers).map(
      ([name, value]) => [name, String(value)] as const,
    );
    const seen = seeRequest({ method, url, headers, body: body.bytes }, readForm);
    return await this.#respond({ ...seen, base, range });
  }

  async #respond(call: ReplayCall): Promise<ProviderResponse> {
    const { upstream, world } = this.#source;
    this.#settle();
    const find = (id: string) => {
      const job = world.jobs.find(id);
      return job?.wire === upstream.name && isReplayed(job) ? job : undefined;
    };
    const found = upstream.find(call, (id) => find(id)?.recorded.name);
    const last = found.exchanges.at(-1);
    if (last === undefined) return notRecorded(found, upstream.nearest(found.request));
    const job = namedBy(call, find);
    if (job !== undefined && !found.exchanges.some((exchange) => begetsBeside(job, exchange)))
      return await this.#read(job, this.#reported(found, job) ?? last, call);
    if (found.exchanges.some(isSubmission)) return await this.#submit(found, last, call);
    const { reply, isList } = await this.#render(last, undefined, call);
    if (isList) world.requestHistory.exchanges.asks('list');
    return this.#noteWait(reply);
  }

  /** Synchronises with the jobs that exist now, after a reset or a restart. */
  #settle(): void {
    const { upstream, world } = this.#source;
    if (world.control.generation === this.#generation) return;
    this.#generation = world.control.generation;
    this.#latest.clear();
    this.#replayed.clear();
    for (const job of world.jobs.all({ account: replayAccount, wire: upstream.name })) {
      if (!isReplayed(job)) continue;
      this.#latest.set(job.recorded.name, job.id);
      this.#replayed.set(job.correlationId, this.#replayedOf(job.correlationId) + 1);
    }
  }

  #replayedOf(digest: string): number {
    return this.#replayed.get(digest) ?? 0;
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
      requestHistory.note(job.id, { sha256: video });
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
    const before = this.#replayedOf(found.digest);
    const exchange = found.exchanges[before] ?? last;
    this.#replayed.set(found.digest, before + 1);
    if (!isAcceptance(exchange)) {
      const { reply } = await this.#render(exchange, undefined, call);
      this.#noteRefused(reply, found);
      return this.#noteWait(reply);
    }
    const name = exchange.job ?? '';
    const job = acceptAgain(name, found, this.#source);
    this.#latest.set(name, job.id);
    const { reply } = await this.#render(exchange, job, call);
    return { ...reply, sent: () => world.submissions.markAnswered(job.id) };
  }

  #render(exchange: Exchange, job: ReplayedJob | undefined, { base, range }: ReplayCall) {
    return replayedReply(exchange, { ...this.#source, latest: this.#latest, job, base, range });
  }

  /** A refusal of the request proves that nothing was accepted; for other responses no cassette shows it. */
  #noteRefused({ status }: ProviderResponse, found: FoundExchanges): void {
    if (status < 400) return;
    const { upstream, world } = this.#source;
    const submission = submissionOf(found, upstream.name);
    const facts = world.requestHistory.factsOf(replayAccount, submission, null);
    const proof = { truth: 'refused', job: null, means: 'refused' } as const;
    const none = { truth: 'unknown', job: null, means: 'nothing' } as const;
    world.requestHistory.addAttempt(facts, status < 500 ? proof : none);
  }

  #noteWait(reply: ProviderResponse): ProviderResponse {
    const wait = reply.headers?.['retry-after'] ?? '';
    if (/^\d{1,6}$/.test(wait))
      this.#source.world.requestHistory.exchanges.note({ waitMs: Number(wait) * 1_000 });
    return reply;
  }
}

/** Response to a request that has no recording, with the nearest one. */
function notRecorded({ request }: FoundExchanges, nearest: string | undefined): ProviderResponse {
  const what = `the cassette has no response for ${request.method} ${request.path}`;
  const message = nearest === undefined ? what : `${what}; ${nearest}`;
  return jsonReply(501, { error: { kind: 'not_recorded', message } });
}

/** Returns true if another job resulted, as from a remix. */
function begetsBeside({ recorded }: ReplayedJob, exchange: Exchange): boolean {
  return isAcceptance(exchange) && exchange.job !== recorded.name;
}

function isCancel({ method, url }: ReplayCall): boolean {
  const isCancelPath = method === 'POST' && /[/:]cancel$/.test(url.pathname);
  return method === 'DELETE' || method === 'PUT' || isCancelPath;
}
