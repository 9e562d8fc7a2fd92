import { z } from 'zod';
import type { MockJob } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { notFoundReply, refusalReply } from './error-reply.ts';
import { findableAfterMs } from './findable-after.ts';
import { describeJob } from './job-reply.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderRequest,
  textReply,
  type WantedRange,
} from './provider-request.ts';
import { rangeReply } from './range-reply.ts';
import { resultBytes } from './result-bytes.ts';
import { createResultCache } from './result-cache.ts';
import { submissionSchema } from './submission-schema.ts';

/** Results kept at once: some hundred videos. */
const cachedResultBytes = 64 * 1024 * 1024;

/**
 * The mock provider's HTTP behaviour, independent of how requests travel: `POST /v1/generations`,
 * `GET /v1/generations/:id`, `GET /v1/generations?correlation_id=`, `GET /v1/results/:id`, `GET /v1/account`.
 */
export interface MockProvider {
  handle(request: ProviderRequest): Promise<ProviderReply>;
}

export function createMockProvider(world: MockWorld, seed: string): MockProvider {
  return new WorldProvider(world, seed);
}

class WorldProvider implements MockProvider {
  readonly #world: MockWorld;
  readonly #seed: string;
  readonly #results = createResultCache<MockJob>({ maximumBytes: cachedResultBytes });

  constructor(world: MockWorld, seed: string) {
    this.#world = world;
    this.#seed = seed;
  }

  async handle({ method, path, key, body, range = null }: ProviderRequest): Promise<ProviderReply> {
    if (key === null)
      return refusalReply({ kind: 'login', message: 'no account key', retryAfterMs: null });
    const url = new URL(path, 'http://mock.invalid');
    const [, version, resource, id, ...rest] = url.pathname.split('/');
    if (version !== 'v1' || rest.length > 0) return notFoundReply();
    const route = `${method} ${resource}${id === undefined ? '' : '/:id'}`;
    switch (route) {
      case 'POST generations':
        return this.#submit(key, body);
      case 'GET generations':
        return this.#search(key, url.searchParams.get('correlation_id') ?? '');
      case 'GET generations/:id':
        return this.#status(this.#own(key, id));
      case 'GET results/:id':
        return this.#result(this.#own(key, id), range);
      case 'GET account':
        return this.#account(key);
      default:
        return notFoundReply();
    }
  }

  async #submit(key: string, body: unknown): Promise<ProviderReply> {
    const parsed = submissionSchema.safeParse(body);
    if (!parsed.success) {
      const message = z.prettifyError(parsed.error);
      return refusalReply({ kind: 'invalid', message, retryAfterMs: null });
    }
    const outcome = this.#world.submit(key, parsed.data);
    if (outcome.kind === 'refused') return refusalReply(outcome.refusal);
    await this.#world.flushed();
    return this.#answer(outcome.job);
  }

  #answer({ id, instructions }: MockJob): ProviderReply {
    switch (instructions.answer) {
      case 'lost-response':
        return { kind: 'reset' };
      case 'hang-after-accept':
        return { kind: 'hang' };
      case '500-after-accept':
        return jsonReply(500, { message: 'internal error' });
      case 'garbled-after-accept':
        return textReply(200, 'application/json', '{"id": "gen_');
      case null:
        return {
          ...jsonReply(202, { id, status: 'queued' }),
          sent: () => this.#world.markAnswered(id),
        };
    }
  }

  #own(key: string, id: string | undefined): MockJob | undefined {
    const job = this.#world.find(id ?? '');
    return job?.account === key ? job : undefined;
  }

  #status(job: MockJob | undefined): ProviderReply {
    if (job === undefined || this.#world.spendReadFault(job, 'statusNotFound'))
      return notFoundReply();
    if (this.#world.spendReadFault(job, 'pollErrors'))
      return jsonReply(500, { message: 'internal error' });
    return jsonReply(200, describeJob(job, this.#world.clock));
  }

  /** Most providers cannot be asked about a submission; the mock can where the prompt says so. */
  #search(key: string, correlationId: string): ProviderReply {
    const findable = this.#world
      .findSubmission(key, correlationId)
      .filter(({ instructions }) => instructions.findable);
    if (findable.length === 0) return jsonReply(501, { error: { kind: 'not_searchable' } });
    const { clock } = this.#world;
    const visibleSince = clock.now() - clock.scaled(findableAfterMs);
    const visible = findable.filter(({ acceptedAt }) => acceptedAt <= visibleSince);
    return jsonReply(200, {
      data: visible.map(({ id }) => ({ id, correlation_id: correlationId })),
    });
  }

  async #result(job: MockJob | undefined, range: WantedRange | null): Promise<ProviderReply> {
    if (job === undefined || this.#world.stateOf(job) !== 'completed') return notFoundReply();
    const { resultDownMs, resultGone } = job.instructions;
    const { clock } = this.#world;
    if (clock.now() < job.endsAt + clock.scaled(resultDownMs ?? 0)) return { kind: 'reset' };
    if (resultGone) return jsonReply(410, { error: { kind: 'gone' } });
    if (this.#world.spendReadFault(job, 'resultForbidden')) {
      return jsonReply(403, { error: { kind: 'link_expired' } });
    }
    if (job.instructions.htmlBody) {
      return textReply(
        200,
        'text/html',
        '<!doctype html><title>Sign in</title><h1>Please sign in</h1>',
      );
    }
    const contentType = job.mediaType === 'image' ? 'image/png' : 'video/mp4';
    const body = await this.#results.get(job, () => resultBytes(job, this.#seed));
    const reply = rangeReply({ contentType, body, range });
    const isCut = this.#world.spendReadFault(job, 'resultCuts');
    return isCut ? { ...reply, cutAfter: Math.floor(reply.body.length / 2) } : reply;
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
