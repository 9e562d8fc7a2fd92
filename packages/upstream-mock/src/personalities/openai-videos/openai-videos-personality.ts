import {
  jsonReply,
  type ProviderResponse,
  type ProviderReply,
} from '../../wire/provider-request.ts';
import { createResultLinks, type ResultLinks } from '../../wire/result-links.ts';
import { keyedDigest } from '../../world/keyed-digest.ts';
import { stripMagicTokens } from '../../tokens/strip-magic-tokens.ts';
import type { MockJob, MockSubmission } from '../../world/mock-job.ts';
import { readBearer } from '../authorization.ts';
import { fileReply, resultReply } from '../file-reply.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../personality.ts';
import { createWireDesk, type WireDesk, type WireManner } from '../wire-desk.ts';
import { readOpenAiRemix, readOpenAiSubmission } from './openai-body.ts';
import { errorType, openAiErrors } from './openai-errors.ts';
import { openAiRemix } from './openai-submission.ts';
import { openAiVideo } from './openai-video.ts';

const wire = 'openai-videos';

/** Models are named freely on servers of this wire; this one stands for those that do not exist. */
const missingModel = 'no-such-model';

/** OpenAI's videos API, which many servers speak: also those that take `Idempotency-Key` and can be asked by it. */
export function createOpenAiVideos(context: PersonalityContext): Personality {
  return new OpenAiVideos(context);
}

class OpenAiVideos implements Personality {
  readonly #context: PersonalityContext;
  readonly #desk: WireDesk;
  /** Only redirects lead to them. */
  readonly #links: ResultLinks;

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.#desk = createWireDesk(context.world, this.#manner());
    this.#links = createResultLinks(context, { wire, keptMs: Infinity });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    if (call.url.pathname.startsWith('/files/') && call.url.searchParams.has('via'))
      return fileReply(call, { links: this.#links, results: this.#context.results });
    const bearer = readBearer(call);
    if (bearer.kind !== 'token') return this.#desk.refuse('invalid_api_key');
    const account = bearer.token;
    const refused = this.#desk.accountRefusal(account);
    if (refused !== undefined) return refused;
    const [, version, resource, id, part, ...rest] = call.url.pathname.split('/');
    if (call.method === 'GET' && call.url.pathname === '/v1/models') return models();
    if (version !== 'v1' || resource !== 'videos' || rest.length > 0) return this.#missing();
    if (id === undefined) {
      if (call.method === 'POST') return this.#submit(account, call);
      return call.method === 'GET' ? this.#list(account, call) : this.#missing();
    }
    const job = this.#desk.own(account, id);
    switch (`${call.method} ${part ?? ''}`) {
      case 'GET ':
        return this.#video(job);
      case 'GET content':
        return this.#content(job, call);
      case 'POST remix':
        return this.#remix(job, account, call);
      case 'DELETE ':
        return job === undefined
          ? this.#missing()
          : this.#desk.cancel(job, () => this.#remove(job));
      default:
        return this.#missing();
    }
  }

  async #submit(account: string, call: PersonalityCall): Promise<ProviderReply> {
    const body = await readOpenAiSubmission(call);
    if (body.kind === 'too-long') return this.#desk.refuse('request_too_large');
    if (body.kind === 'invalid') return this.#desk.refuse('invalid_value', body.message);
    const { value } = body;
    if (stripMagicTokens(value.model) === missingModel) return this.#desk.refuse('model_not_found');
    return this.#take(account, call, value);
  }

  /** The same video once more with another prompt. */
  async #remix(
    job: MockJob | undefined,
    account: string,
    call: PersonalityCall,
  ): Promise<ProviderReply> {
    if (job === undefined) return this.#missing();
    const body = await readOpenAiRemix(call);
    if (body.kind === 'too-long') return this.#desk.refuse('request_too_large');
    if (body.kind === 'invalid') return this.#desk.refuse('invalid_value', body.message);
    if (this.#context.world.stateOf(job) !== 'completed')
      return this.#desk.refuse('invalid_value', 'only a completed video can be remixed');
    return this.#take(account, call, openAiRemix(job, body.value.prompt));
  }

  #take(
    account: string,
    call: PersonalityCall,
    value: Omit<MockSubmission, 'correlationId' | 'wire'>,
  ): Promise<ProviderReply> {
    const key = call.header('idempotency-key');
    const fingerprint = fingerprintOf(value);
    const submission: MockSubmission = {
      ...value,
      correlationId: key ?? fingerprint,
      wire,
      echo: { ...value.echo, ...(key !== undefined && { idempotency_key: key, fingerprint }) },
    };
    if (key === undefined) return this.#desk.submit(account, submission);
    return this.#desk.submit(account, submission, (earlier) => this.#again(earlier, fingerprint));
  }

  /** The same request once more is the same video; another one under its name is refused. */
  #again(earlier: MockJob, fingerprint: string): ProviderResponse {
    return earlier.echo['fingerprint'] === fingerprint
      ? { ...this.#described(earlier), sent: () => this.#context.world.markAnswered(earlier.id) }
      : this.#desk.refuse('idempotency_key_conflict');
  }

  #video(job: MockJob | undefined): ProviderReply {
    return job === undefined
      ? this.#missing()
      : (this.#desk.disturbedRead(job) ?? this.#described(job));
  }

  async #content(job: MockJob | undefined, call: PersonalityCall): Promise<ProviderReply> {
    const variant = call.url.searchParams.get('variant') ?? 'video';
    if (variant !== 'video' && variant !== 'thumbnail')
      return this.#desk.refuse('invalid_value', 'variant is video or thumbnail');
    const { world, results } = this.#context;
    const keptUntil = job === undefined ? null : this.#keptUntil(job);
    if (job === undefined || (keptUntil !== null && keptUntil <= world.clock.now())) {
      return this.#missing();
    }
    if (world.spendReadFault(job, 'urlMissing')) return this.#missing();
    if (variant === 'thumbnail')
      return world.stateOf(job) === 'completed' ? await results.still(job) : this.#missing();
    const reading = await results.read(job, call.range);
    return resultReply(reading, { job, base: call.base, links: this.#links }, (kind) =>
      kind === 'forbidden' ? this.#desk.refuse('permission_denied') : this.#missing(),
    );
  }

  #list(account: string, call: PersonalityCall): ProviderReply {
    const query = call.url.searchParams;
    const limit = Number(query.get('limit') ?? '20');
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
      return this.#desk.refuse('invalid_value', 'limit is a whole number from 1 to 100');
    }
    const ruled = this.#desk.ruled('list', account);
    if (ruled !== undefined) return ruled;
    const key = query.get('idempotency_key');
    const latestFirst = this.#desk
      .listed(account)
      .filter(({ echo }) => key === null || echo['idempotency_key'] === key);
    const jobs = query.get('order') === 'asc' ? latestFirst.toReversed() : latestFirst;
    const after = query.get('after');
    const from = after === null ? 0 : jobs.findIndex(({ id }) => id === after) + 1;
    if (after !== null && from === 0) return this.#missing();
    const page = jobs.slice(from, from + limit);
    return jsonReply(200, {
      object: 'list',
      data: page.map((job) => this.#fields(job)),
      first_id: page.at(0)?.id ?? null,
      last_id: page.at(-1)?.id ?? null,
      has_more: from + limit < jobs.length,
    });
  }

  /** Only what ended can be removed. */
  #remove(job: MockJob): ProviderReply {
    const { world } = this.#context;
    const state = world.stateOf(job);
    if (state === 'queued' || state === 'running') {
      return this.#desk.refuse('invalid_value', 'the video has not ended yet');
    }
    world.erase(job.id);
    return jsonReply(200, { id: job.id, object: 'video.deleted', deleted: true });
  }

  #missing(): ProviderResponse {
    return this.#desk.refuse('not_found');
  }

  #described(job: MockJob): ProviderResponse {
    return jsonReply(200, this.#fields(job));
  }

  #fields(job: MockJob) {
    const { world } = this.#context;
    const told = { now: world.toldAt(job), keptUntil: this.#keptUntil(job) };
    return openAiVideo(job, world.toldState(job), told);
  }

  #keptUntil({ endsAt, instructions: { resultKeptMs } }: MockJob): number | null {
    return resultKeptMs === null ? null : endsAt + this.#context.world.clock.scaled(resultKeptMs);
  }

  #manner(): WireManner {
    return {
      wire,
      errors: openAiErrors,
      taskId: (digits) => `video_${digits}`,
      error: (row) => {
        const { code, status, message } = row;
        return jsonReply(status, { error: { message, type: errorType(row), param: null, code } });
      },
      accepted: (job) => this.#described(job),
      acceptedWithoutId: (job) => jsonReply(200, { ...this.#fields(job), id: undefined }),
      garbled: '{"id":"video_',
      unknownTask: () => this.#missing(),
    };
  }
}

/** One model stands for the many such servers have. */
function models(): ProviderResponse {
  const data = [{ id: 'sora-2', object: 'model', created: 0, owned_by: 'mock' }];
  return jsonReply(200, { object: 'list', data });
}

/** What makes two requests the same, whatever bytes carry them: a form has another boundary each time. */
function fingerprintOf(value: Omit<MockSubmission, 'correlationId' | 'wire'>): string {
  const { model, prompt, durationSeconds, width, height, references, echo } = value;
  const digests = references.map(({ sha256 }) => sha256);
  return keyedDigest(
    'request',
    JSON.stringify({ model, prompt, durationSeconds, width, height, digests, ...echo }),
  ).toString('hex', 0, 16);
}
