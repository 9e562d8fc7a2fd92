import {
  jsonReply,
  type ProviderResponse,
  type ProviderReply,
} from '../../http/provider-request.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import type { MockJob, MockSubmission } from '../../job/mock-job.ts';
import { keptUntil } from '../../job/reported-job.ts';
import { readBearer } from '../../engine/authorization.ts';
import { fileReply } from '../../engine/file-reply.ts';
import type { BodyReading } from '../../engine/json-body.ts';
import { isMissingModel } from '../../engine/missing-model.ts';
import { pageAfter } from '../../engine/page-after.ts';
import type {
  Personality,
  PersonalityCall,
  PersonalityContext,
  SubmissionBody,
} from '../../engine/personality.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { readOpenAiRemix, readOpenAiSubmission } from './openai-body.ts';
import { openAiContent } from './openai-content.ts';
import { errorType, openAiErrors } from './openai-errors.ts';
import { fingerprintOf, openAiRemix } from './openai-submission.ts';
import {
  compatibleDialect,
  type OpenAiDialect,
  openAiDialect,
  openAiModels,
  openAiVideo,
} from './openai-video.ts';

const wire = 'openai-videos';

/** Prefix of the dialect of compatible servers, over the same jobs. */
const compatiblePath = '/compatible/';

/** OpenAI's videos API, also with the `Idempotency-Key` and the search by it that compatible servers have. */
export function createOpenAiVideos(context: PersonalityContext): Personality {
  const standard = new OpenAiVideos(context, openAiDialect);
  const compatible = new OpenAiVideos(context, compatibleDialect);
  return {
    handle: (call) => {
      if (!call.url.pathname.startsWith(compatiblePath)) return standard.handle(call);
      const url = new URL(call.url);
      url.pathname = url.pathname.slice(compatiblePath.length - 1);
      return compatible.handle({ ...call, url });
    },
  };
}

class OpenAiVideos implements Personality {
  readonly #context: PersonalityContext;
  readonly #dialect: OpenAiDialect;
  readonly #runtime: DialectRuntime;
  /** Only redirects lead to these links. */
  readonly #links: ResultLinks;

  constructor(context: PersonalityContext, dialect: OpenAiDialect) {
    this.#context = context;
    this.#dialect = dialect;
    this.#runtime = createDialectRuntime(context.world, this.#manner());
    this.#links = createResultLinks(context, { wire, keptMs: Infinity });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    if (call.url.pathname.startsWith('/files/') && call.url.searchParams.has('via'))
      return fileReply(call, { links: this.#links, results: this.#context.results });
    const admission = this.#runtime.admit(readBearer(call));
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    const [, version, resource, id, part, ...rest] = call.url.pathname.split('/');
    if (call.method === 'GET' && call.url.pathname === '/v1/models')
      return jsonReply(200, openAiModels);
    if (version !== 'v1' || resource !== 'videos' || rest.length > 0) return this.#missing();
    if (id === undefined) {
      if (call.method === 'POST') return this.#submit(account, call);
      const isList = call.method === 'GET' && this.#dialect.hasList;
      return isList ? this.#list(account, call) : this.#missing();
    }
    const job = this.#runtime.ownJob(account, id);
    switch (`${call.method} ${part ?? ''}`) {
      case 'GET ':
        return this.#video(job);
      case 'GET content':
        return openAiContent(call, job, {
          ...this.#context,
          runtime: this.#runtime,
          links: this.#links,
        });
      case 'POST remix':
        return this.#remix(job, account, call);
      case 'DELETE ':
        return job === undefined
          ? this.#missing()
          : this.#runtime.cancel(job, () => this.#remove(job));
      default:
        return this.#missing();
    }
  }

  async #submit(account: string, call: PersonalityCall): Promise<ProviderReply> {
    const body = await readOpenAiSubmission(call);
    if (body.kind !== 'read') return this.#unreadable(body);
    if (isMissingModel(body.value.model)) return this.#runtime.refuse('model_not_found');
    return this.#take(account, call, body.value);
  }

  /** The same video again with another prompt. */
  async #remix(
    job: MockJob | undefined,
    account: string,
    call: PersonalityCall,
  ): Promise<ProviderReply> {
    if (job === undefined) return this.#missing();
    const body = await readOpenAiRemix(call);
    if (body.kind !== 'read') return this.#unreadable(body);
    if (this.#context.world.stateOf(job) !== 'completed')
      return this.#runtime.refuse('invalid_value', 'only a completed video can be remixed');
    return this.#take(account, call, openAiRemix(job, body.value.prompt));
  }

  #take(account: string, call: PersonalityCall, value: SubmissionBody): Promise<ProviderReply> {
    const key = call.header('idempotency-key');
    const fingerprint = fingerprintOf(value);
    const submission: MockSubmission = {
      ...value,
      correlationId: key ?? fingerprint,
      wire,
      echo: { ...value.echo, ...(key !== undefined && { idempotency_key: key, fingerprint }) },
    };
    if (key === undefined) return this.#runtime.submit(account, submission);
    return this.#runtime.submit(account, submission, (earlier) =>
      this.#again(earlier, fingerprint),
    );
  }

  /** A repeated request returns the same video; a different request with the same key is refused. */
  #again(earlier: MockJob, fingerprint: string): ProviderResponse {
    return earlier.echo['fingerprint'] === fingerprint
      ? { ...this.#described(earlier), sent: () => this.#context.world.markAnswered(earlier.id) }
      : this.#runtime.refuse('idempotency_key_conflict');
  }

  #video(job: MockJob | undefined): ProviderReply {
    if (job === undefined) return this.#missing();
    return this.#runtime.disturbedRead(job) ?? this.#described(job);
  }

  #list(account: string, call: PersonalityCall): ProviderReply {
    const query = call.url.searchParams;
    const limit = Number(query.get('limit') ?? '20');
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
      return this.#runtime.refuse('invalid_value', 'limit must be a whole number from 1 to 100');
    }
    const ruled = this.#runtime.ruled('list', account);
    if (ruled !== undefined) return ruled;
    const key = query.get('idempotency_key');
    const latestFirst = this.#runtime
      .listed(account)
      .filter(({ echo }) => key === null || echo['idempotency_key'] === key);
    const jobs = query.get('order') === 'asc' ? latestFirst.toReversed() : latestFirst;
    const page = pageAfter(jobs, { cursor: query.get('after'), limit });
    if (page === undefined) return this.#missing();
    return jsonReply(200, {
      object: 'list',
      data: page.items.map((job) => this.#fields(job)),
      first_id: page.items.at(0)?.id ?? null,
      last_id: page.items.at(-1)?.id ?? null,
      has_more: page.next !== null,
    });
  }

  /** Only an ended video can be deleted. */
  #remove(job: MockJob): ProviderReply {
    const { world } = this.#context;
    const state = world.stateOf(job);
    if (state === 'queued' || state === 'running') {
      return this.#runtime.refuse('invalid_value', 'the video has not ended yet');
    }
    world.erase(job.id);
    return jsonReply(200, { id: job.id, object: 'video.deleted', deleted: true });
  }

  #unreadable(body: Exclude<BodyReading<unknown>, { readonly kind: 'read' }>): ProviderResponse {
    return body.kind === 'too-long'
      ? this.#runtime.refuse('request_too_large')
      : this.#runtime.refuse('invalid_value', body.message);
  }

  #missing(): ProviderResponse {
    return this.#runtime.refuse('not_found');
  }

  #described(job: MockJob): ProviderResponse {
    return jsonReply(200, this.#fields(job));
  }

  #fields(job: MockJob) {
    const { world } = this.#context;
    const reported = {
      now: world.reportedAt(job),
      keptUntil: keptUntil(job, world.clock),
      dialect: this.#dialect,
    };
    return openAiVideo(job, world.reportedState(job), reported);
  }

  #manner(): Dialect {
    const { acceptedStatus } = this.#dialect;
    return {
      wire,
      errors: openAiErrors,
      taskId: (digits) => `video_${digits}`,
      error: (row) => {
        const { code, status, message } = row;
        return jsonReply(status, { error: { message, type: errorType(row), param: null, code } });
      },
      accepted: (job) => jsonReply(acceptedStatus, this.#fields(job)),
      acceptedWithoutId: (job) =>
        jsonReply(acceptedStatus, { ...this.#fields(job), id: undefined }),
      garbled: '{"id":"video_',
      unknownTask: () => this.#missing(),
    };
  }
}
