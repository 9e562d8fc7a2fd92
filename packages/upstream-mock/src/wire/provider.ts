import type { WordCallback } from '../callbacks/word-callback.ts';
import { callbackUrlProblem, mayBeCalled } from '../callbacks/callback-url.ts';
import { callbackSecret, standardWebhookHeaders } from '../callbacks/standard-webhook.ts';
import type { MockClock } from '../world/mock-clock.ts';
import { type MockJob, ownWire } from '../world/mock-job.ts';
import { hasVanished } from '../world/told-job.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { errorIn200, notFoundReply, refusalReply, unlistedReply } from './error-reply.ts';
import { findableAfterMs } from './findable-after.ts';
import { describeJob } from './job-reply.ts';
import type { JobResults } from './job-results.ts';
import { OwnFiles } from './own-files.ts';
import { disturbedRead, halfAnswer, ruled } from './own-read-faults.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderRequest,
  type ProviderResponse,
} from './provider-request.ts';
import type { SentSubmission } from './unread-tokens.ts';
import { type UnprovenWords, unprovenReply } from './unproven-reply.ts';

/**
 * The mock provider's HTTP behaviour, independent of how requests travel: `POST /v1/generations`,
 * `GET /v1/generations/:id`, `GET /v1/generations?correlation_id=`, `GET` and `HEAD /v1/results/:id`, `GET /v1/account`.
 */
export interface MockProvider {
  readonly wordCallback: WordCallback;
  handle(request: ProviderRequest): Promise<ProviderReply>;
}

/** What it answers; every other call is 404. */
export const providerRoutes = [
  'POST generations',
  'GET generations',
  'GET generations/:id',
  'GET results/:id',
  'GET account',
] as const;

interface ProviderPlace {
  /** What the paths of its space begin with. */
  readonly prefix: string;
  /** Hosts that callbacks may go to; for callers on this machine also loopback ones. */
  readonly callbackHosts: readonly string[];
}

export function createMockProvider(
  world: MockWorld,
  results: JobResults,
  place: ProviderPlace = { prefix: '', callbackHosts: [] },
): MockProvider {
  return new WorldProvider(world, results, place);
}

class WorldProvider implements MockProvider {
  readonly #world: MockWorld;
  readonly #files: OwnFiles;
  readonly #prefix: string;
  readonly #callbackHosts: readonly string[];
  readonly wordCallback: WordCallback = (callback) => {
    const { clock, seed } = this.#world;
    const at = { now: () => callback.at, scaled: (ms: number) => clock.scaled(ms) };
    const body = JSON.stringify(this.#describe(callback.job, at));
    return { body, headers: standardWebhookHeaders(callbackSecret(seed), callback, body) };
  };

  constructor(world: MockWorld, results: JobResults, { prefix, callbackHosts }: ProviderPlace) {
    this.#world = world;
    this.#files = new OwnFiles(world, results, prefix);
    this.#prefix = prefix;
    this.#callbackHosts = callbackHosts;
  }

  async handle(request: ProviderRequest): Promise<ProviderReply> {
    const { method, path, key, body } = request;
    const url = new URL(path, 'http://mock.invalid');
    const [, version, resource, id, ...rest] = url.pathname.split('/');
    // The head of a file is that of its read; other routes have none, as at providers.
    const verb = method === 'HEAD' && resource === 'results' ? 'GET' : method;
    const called = `${verb} ${resource}${id === undefined ? '' : '/:id'}`;
    const isPath = version === 'v1' && rest.length === 0;
    const route = isPath ? providerRoutes.find((one) => one === called) : undefined;
    // Where a redirect leads, no key is wanted.
    if (route === 'GET results/:id' && url.searchParams.has('via'))
      return this.#files.linked(this.#world.find(id ?? ''), request, url.searchParams);
    if (key === null)
      return refusalReply({ kind: 'login', message: 'no account key', retryAfterMs: null });
    switch (route) {
      case 'POST generations':
        return this.#submit({ key, url, body });
      case 'GET generations':
        return this.#search(key, url.searchParams.get('correlation_id'));
      case 'GET generations/:id':
        return this.#status(this.#own(key, id));
      case 'GET results/:id':
        return this.#files.read(this.#own(key, id), request, url.searchParams);
      case 'GET account':
        return this.#account(key);
      case undefined:
        return notFoundReply();
    }
  }

  async #submit(sent: SentSubmission): Promise<ProviderReply> {
    // Loaded at the first submission: a start does not pay for it.
    const { readSubmission } = await import('./read-submission.ts');
    const read = readSubmission(sent);
    if (read.kind === 'refused')
      return refusalReply({ kind: 'invalid', message: read.message, retryAfterMs: null });
    const { callback } = read.submission;
    const problem = callback === undefined ? undefined : this.#callbackProblem(callback.url);
    if (problem !== undefined) {
      const message = `callback_url: ${problem}`;
      return refusalReply({ kind: 'invalid', message, retryAfterMs: null });
    }
    const outcome = this.#world.submit(sent.key, read.submission);
    if (outcome.kind === 'refused') return refusalReply(outcome.refusal);
    await this.#world.flushed();
    if (outcome.kind === 'unproven')
      return unprovenReply(outcome, unprovenWords, this.#world.clock);
    const { id } = outcome.job;
    return { ...acceptedReply(id), sent: () => this.#world.markAnswered(id) };
  }

  /** The mock's own wire says at once what a provider's keeps to itself. */
  #callbackProblem(url: string): string | undefined {
    const problem = callbackUrlProblem(url);
    const isLocal = this.#world.evidence.exchanges.current()?.request.isLocal === true;
    if (problem !== undefined || mayBeCalled(url, this.#callbackHosts, isLocal)) return problem;
    return 'a host that serve --callback-host or callbackHosts allows, or for callers on this machine a loopback host';
  }

  #own(key: string, id: string | undefined): MockJob | undefined {
    const job = this.#world.find(id ?? '');
    const { evidence } = this.#world;
    if (job?.wire !== ownWire) return undefined;
    if (job.account !== key) {
      evidence.see(evidence.strangers, job.id);
      return undefined;
    }
    evidence.exchanges.asks('status', job.id);
    return job;
  }

  #status(job: MockJob | undefined): ProviderReply {
    if (job === undefined) return notFoundReply();
    const disturbed = disturbedRead(this.#world, job);
    if (disturbed !== undefined) return disturbed;
    this.#world.noteRead(job);
    const described = this.#describe(job, this.#world.clock);
    const isUrlless = 'output' in described && this.#world.spendReadFault(job, 'urlMissing');
    return jsonReply(
      200,
      isUrlless ? { ...described, output: { media_type: job.mediaType } } : described,
    );
  }

  #describe(job: MockJob, clock: Pick<MockClock, 'now' | 'scaled'>) {
    return describeJob(job, { clock, prefix: this.#prefix, query: this.#files.queryOf(job) });
  }

  /**
   * Most providers cannot be asked about a submission they accepted; the mock can where a token says so. Of what it never
   * accepted it shows nothing.
   */
  #search(key: string, correlationId: string | null): ProviderReply {
    if (correlationId === null || correlationId === '') {
      const message = 'a search needs a correlation_id';
      return refusalReply({ kind: 'invalid', message, retryAfterMs: null });
    }
    const accepted = this.#world.findSubmission(key, correlationId);
    const asRuled = ruled(this.#world, 'search', {
      account: key,
      job: accepted[0],
      key: `id:${correlationId}`,
    });
    if (asRuled !== undefined) return asRuled;
    const findable = accepted.filter(({ instructions }) => instructions.findable);
    if (findable.length === 0 && accepted.length > 0) {
      for (const { id } of accepted) {
        const attempt = this.#world.evidence.ofJob(id);
        if (attempt !== undefined) attempt.isUnsearchable = true;
      }
      return jsonReply(501, { error: { kind: 'not_searchable' } });
    }
    const { clock } = this.#world;
    const now = clock.now();
    const visible = findable.filter(
      (job) =>
        job.acceptedAt + clock.scaled(job.instructions.listLagMs ?? findableAfterMs) <= now &&
        !hasVanished(job, now),
    );
    return jsonReply(200, {
      data: visible.map(({ id }) => ({ id, correlation_id: correlationId })),
    });
  }

  #account(key: string): ProviderReply {
    const { login, concurrency } = this.#world.account(key);
    if (login === 'expired') {
      return refusalReply({ kind: 'login', message: 'login expired', retryAfterMs: null });
    }
    if (login === 'banned') {
      return refusalReply({
        kind: 'forbidden',
        message: 'this account is banned',
        retryAfterMs: null,
      });
    }
    const credits = this.#world.creditsOf(key);
    return jsonReply(200, { credits, concurrency, in_flight: this.#world.inFlight(key) });
  }
}

function acceptedReply(id: string): ProviderResponse {
  return jsonReply(202, { id, status: 'queued' });
}

const unprovenWords: UnprovenWords = {
  accepted: ({ id }) => acceptedReply(id),
  acceptedWithoutId: () => jsonReply(202, { status: 'queued' }),
  unlisted: unlistedReply,
  errorIn200,
  garbled: halfAnswer,
};
