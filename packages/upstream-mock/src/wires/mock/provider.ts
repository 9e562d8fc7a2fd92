import type { WordCallback } from '../../job/word-callback.ts';
import { callbackUrlProblem, mayBeCalled } from '../../callbacks/callback-url.ts';
import { callbackSecret, standardWebhookHeaders } from '../../callbacks/standard-webhook.ts';
import type { MockClock } from '../../job/mock-clock.ts';
import { type MockJob, ownWire } from '../../job/mock-job.ts';
import { hasVanished } from '../../job/reported-job.ts';
import type { ProviderState } from '../../state/provider-state.ts';
import { errorIn200, notFoundReply, refusalReply, unlistedReply } from './error-reply.ts';
import { findableAfterMs } from '../../job/findable-after.ts';
import { describeJob } from './job-reply.ts';
import type { JobResults } from '../../results/job-results.ts';
import { OwnFiles } from './own-files.ts';
import { disturbedRead, halfResponse, ruled } from './own-read-faults.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderRequest,
  type ProviderResponse,
} from '../../http/provider-request.ts';
import type { SentSubmission } from './unread-tokens.ts';
import { type UnprovenWords, unprovenReply } from '../../replies/unproven-reply.ts';

/**
 * The mock provider's HTTP behaviour, over any transport: `POST /v1/generations`, `GET /v1/generations/:id`, `GET
 * /v1/generations?correlation_id=`, `GET` and `HEAD /v1/results/:id`, `GET /v1/account`.
 */
export interface MockProvider {
  readonly wordCallback: WordCallback;
  handle(request: ProviderRequest): Promise<ProviderReply>;
}

/** Its routes; every other call is 404. */
export const providerRoutes = [
  'POST generations',
  'GET generations',
  'GET generations/:id',
  'GET results/:id',
  'GET account',
] as const;

interface ProviderEndpoint {
  /** Prefix of the paths of its space. */
  readonly prefix: string;
  /** Hosts allowed as receivers of callbacks; for callers on this machine also loopback ones. */
  readonly callbackHosts: readonly string[];
}

export function createMockProvider(
  world: ProviderState,
  results: JobResults,
  endpoint: ProviderEndpoint = { prefix: '', callbackHosts: [] },
): MockProvider {
  return new WorldProvider(world, results, endpoint);
}

class WorldProvider implements MockProvider {
  readonly #world: ProviderState;
  readonly #files: OwnFiles;
  readonly #prefix: string;
  readonly #callbackHosts: readonly string[];
  readonly wordCallback: WordCallback = (callback) => {
    const { clock, seed } = this.#world;
    const at = { now: () => callback.at, scaled: (ms: number) => clock.scaled(ms) };
    const body = JSON.stringify(this.#describe(callback.job, at));
    return { body, headers: standardWebhookHeaders(callbackSecret(seed), callback, body) };
  };

  constructor(
    world: ProviderState,
    results: JobResults,
    { prefix, callbackHosts }: ProviderEndpoint,
  ) {
    this.#world = world;
    this.#files = new OwnFiles(world, results, prefix);
    this.#prefix = prefix;
    this.#callbackHosts = callbackHosts;
  }

  async handle(request: ProviderRequest): Promise<ProviderReply> {
    const { method, path, key, body } = request;
    const url = new URL(path, 'http://mock.invalid');
    const [, version, resource, id, ...rest] = url.pathname.split('/');
    // `HEAD` of a file is handled like `GET`; other routes have no `HEAD`, as at providers.
    const verb = method === 'HEAD' && resource === 'results' ? 'GET' : method;
    const called = `${verb} ${resource}${id === undefined ? '' : '/:id'}`;
    const isPath = version === 'v1' && rest.length === 0;
    const route = isPath ? providerRoutes.find((one) => one === called) : undefined;
    // The target of a redirect requires no key.
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
    // Loaded at the first submission, to keep the start fast.
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

  /** The mock's own API reports at once what a provider's keeps to itself. */
  #callbackProblem(url: string): string | undefined {
    const problem = callbackUrlProblem(url);
    const isLocal = this.#world.requestHistory.exchanges.current()?.request.isLocal === true;
    if (problem !== undefined || mayBeCalled(url, this.#callbackHosts, isLocal)) return problem;
    return 'a host allowed by serve --callback-host or callbackHosts, or for callers on this machine a loopback host';
  }

  #own(key: string, id: string | undefined): MockJob | undefined {
    const job = this.#world.find(id ?? '');
    const { requestHistory } = this.#world;
    if (job?.wire !== ownWire) return undefined;
    if (job.account !== key) {
      requestHistory.see(requestHistory.foreignReads, job.id);
      return undefined;
    }
    requestHistory.exchanges.asks('status', job.id);
    return job;
  }

  #status(job: MockJob | undefined): ProviderReply {
    if (job === undefined) return notFoundReply();
    const disturbed = disturbedRead(this.#world, job);
    if (disturbed !== undefined) return disturbed;
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

  /** Finds accepted submissions whose tokens allow a search; most providers cannot be searched. */
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
        const attempt = this.#world.requestHistory.ofJob(id);
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
  garbled: halfResponse,
};
