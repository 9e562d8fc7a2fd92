import * as z from 'zod';
import { type MockJob, ownWire } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { errorIn200, notFoundReply, refusalReply, unlistedReply } from './error-reply.ts';
import { findableAfterMs } from './findable-after.ts';
import { disturbedRead } from './disturbed-read.ts';
import { edgePage } from './edge-page.ts';
import { hangReply } from './hang-reply.ts';
import { describeJob } from './job-reply.ts';
import type { JobResults } from './job-results.ts';
import { LinkSigner, type LinkVia } from './link-signer.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderRequest,
  textReply,
} from './provider-request.ts';
import { redirectReply } from './redirect-reply.ts';
import { submissionSchema } from './submission-schema.ts';
import { unreadToken } from './unread-tokens.ts';

/**
 * The mock provider's HTTP behaviour, independent of how requests travel: `POST /v1/generations`,
 * `GET /v1/generations/:id`, `GET /v1/generations?correlation_id=`, `GET /v1/results/:id`, `GET /v1/account`.
 */
export interface MockProvider {
  handle(request: ProviderRequest): Promise<ProviderReply>;
}

/** @param prefix - what the paths of its space begin with */
export function createMockProvider(
  world: MockWorld,
  results: JobResults,
  prefix = '',
): MockProvider {
  return new WorldProvider(world, results, prefix);
}

class WorldProvider implements MockProvider {
  readonly #world: MockWorld;
  readonly #results: JobResults;
  readonly #prefix: string;
  readonly #signer: LinkSigner;

  constructor(world: MockWorld, results: JobResults, prefix: string) {
    this.#world = world;
    this.#results = results;
    this.#prefix = prefix;
    this.#signer = new LinkSigner(world, { wire: ownWire, keptMs: Infinity });
  }

  async handle(request: ProviderRequest): Promise<ProviderReply> {
    const { method, path, key, body } = request;
    const url = new URL(path, 'http://mock.invalid');
    const [, version, resource, id, ...rest] = url.pathname.split('/');
    const route = `${method} ${resource}${id === undefined ? '' : '/:id'}`;
    const isRoute = version === 'v1' && rest.length === 0;
    // Where a redirect leads, no key is wanted.
    if (isRoute && route === 'GET results/:id' && url.searchParams.has('via'))
      return this.#linked(this.#world.find(id ?? ''), request, url.searchParams);
    if (key === null)
      return refusalReply({ kind: 'login', message: 'no account key', retryAfterMs: null });
    if (!isRoute) return notFoundReply();
    switch (route) {
      case 'POST generations':
        return this.#submit({ key, url, body });
      case 'GET generations':
        return this.#search(key, url.searchParams.get('correlation_id'));
      case 'GET generations/:id':
        return this.#status(this.#own(key, id));
      case 'GET results/:id':
        return this.#result(this.#own(key, id), request, url.searchParams);
      case 'GET account':
        return this.#account(key);
      default:
        return notFoundReply();
    }
  }

  async #submit({
    key,
    url,
    body,
  }: {
    readonly key: string;
    readonly url: URL;
    readonly body: unknown;
  }): Promise<ProviderReply> {
    const unread = unreadToken({ key, url, body });
    if (unread !== undefined) {
      const message = `a token has no effect in ${unread}`;
      return refusalReply({ kind: 'invalid', message, retryAfterMs: null });
    }
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

  #answer(job: MockJob): ProviderReply {
    const { id, instructions } = job;
    switch (instructions.answer) {
      case 'lost-response':
        return { kind: 'reset' };
      case 'hang-after-accept':
        return hangReply(job, this.#world.clock);
      case '500-after-accept':
        return jsonReply(500, { message: 'internal error' });
      case 'garbled-after-accept':
        return textReply(200, 'application/json', '{"id": "gen_');
      case 'edge-page-after-accept':
        return edgePage();
      case 'unlisted-code-after-accept':
        return unlistedReply();
      case 'error-in-200-after-accept':
        return errorIn200();
      case 'no-id-after-accept':
        return jsonReply(202, { status: 'queued' });
      case null:
        return {
          ...jsonReply(202, { id, status: 'queued' }),
          sent: () => this.#world.markAnswered(id),
        };
    }
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
    if (job === undefined || this.#world.spendReadFault(job, 'statusNotFound'))
      return notFoundReply();
    const disturbed = disturbedRead(this.#world, job);
    if (disturbed !== undefined) return disturbed;
    this.#world.noteRead(job);
    return jsonReply(200, this.#describe(job));
  }

  #describe(job: MockJob) {
    const { instructions } = job;
    const isSigned = instructions.oneUse || instructions.linkLifeMs !== null;
    const query = isSigned ? `?${this.#signer.query(job)}` : '';
    const { clock } = this.#world;
    const described = describeJob(job, { clock, prefix: this.#prefix, query });
    const isUrlless = 'output' in described && this.#world.spendReadFault(job, 'urlMissing');
    return isUrlless ? { ...described, output: { media_type: job.mediaType } } : described;
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
    const findable = accepted.filter(({ instructions }) => instructions.findable);
    if (findable.length === 0 && accepted.length > 0)
      return jsonReply(501, { error: { kind: 'not_searchable' } });
    const { clock } = this.#world;
    const now = clock.now();
    const visible = findable.filter(
      ({ acceptedAt, instructions: { listLagMs } }) =>
        acceptedAt + clock.scaled(listLagMs ?? findableAfterMs) <= now,
    );
    return jsonReply(200, {
      data: visible.map(({ id }) => ({ id, correlation_id: correlationId })),
    });
  }

  /** A read with the account's key: of a job whose links end only by the link that a status read gave. */
  async #result(
    job: MockJob | undefined,
    request: ProviderRequest,
    query: URLSearchParams,
  ): Promise<ProviderReply> {
    if (job === undefined) return notFoundReply();
    const { oneUse, linkLifeMs } = job.instructions;
    return oneUse || linkLifeMs !== null
      ? this.#linked(job, request, query)
      : this.#file(job, request, null);
  }

  async #linked(
    job: MockJob | undefined,
    request: ProviderRequest,
    query: URLSearchParams,
  ): Promise<ProviderReply> {
    const link = this.#signer.read(job?.id ?? '', query);
    if (link.kind === 'valid') return this.#file(link.job, request, link.via);
    return jsonReply(403, { error: { kind: 'link_expired' } });
  }

  async #file(
    job: MockJob,
    { range = null, base = this.#prefix }: ProviderRequest,
    via: LinkVia | null,
  ): Promise<ProviderReply> {
    const reading = await this.#results.read(job, range, via !== null);
    switch (reading.kind) {
      case 'absent':
        return notFoundReply();
      case 'gone':
        return jsonReply(410, { error: { kind: 'gone' } });
      case 'forbidden':
        return jsonReply(403, { error: { kind: 'link_expired' } });
      case 'redirected': {
        const linkTo = (origin: string, to: LinkVia) =>
          `${to === 'link' ? this.#prefix : origin}/v1/results/${job.id}?${this.#signer.query(job, to)}`;
        return redirectReply(reading.to, { job: job.id, base, linkTo });
      }
      case 'served':
        return reading.reply;
    }
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
