import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
} from '../../http/provider-request.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import type { MockJob, MockJobState } from '../../job/mock-job.ts';
import { readBearer } from '../../engine/authorization.ts';
import { readJsonBody } from '../../engine/json-body.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import { rowOf } from '../../engine/provider-error.ts';
import { uuidOf } from '../../engine/task-id.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { lumaErrorReply, lumaErrors } from './luma-errors.ts';
import { lumaSubmissionSchema } from './luma-submission.ts';

const wire = 'luma';
const generationsPath = '/v1/generations';

/** Links expire in an hour; reads return new ones (docs.agents.lumalabs.ai/guides/error-handling, read 2026-11-28). */
const lifeMs = 3_600_000;

const version = '2026-04-01';

/** A model's name decides its output; the mock does not check which models exist. */
const makers = { image: /^uni-/, video: /^ray-/ } as const;

const words = {
  queued: 'queued',
  running: 'processing',
  completed: 'completed',
  failed: 'failed',
} as const;

const failures = {
  policy: {
    failure_reason: 'Generation output was flagged by our content moderation system.',
    failure_code: 'content_moderated',
  },
  internal: { failure_reason: 'Generation failed', failure_code: 'generation_failed' },
  credits: {
    failure_reason: 'Insufficient credits to complete this generation.',
    failure_code: 'budget_exhausted',
  },
} as const;

const manner: Dialect = {
  wire,
  errors: lumaErrors,
  taskId: uuidOf,
  error: lumaErrorReply,
  accepted: (job) => jsonReply(201, generation(job, 'queued', null)),
  acceptedWithoutId: (job) => jsonReply(201, { ...generation(job, 'queued', null), id: undefined }),
  garbled: '{"id":"',
  unknownTask: () => lumaErrorReply(rowOf(lumaErrors, 'not_found')),
};

/** A generation as documented. */
function generation(job: MockJob, state: MockJobState, url: string | null) {
  const isOpen = state === 'queued' || state === 'running';
  const failure = { failure_reason: null, failure_code: null };
  return {
    id: job.id,
    type: job.echo['type'],
    state: isOpen && job.instructions.unknownState ? 'reticulating' : words[state],
    model: job.model,
    created_at: new Date(job.acceptedAt).toISOString(),
    output: url === null ? [] : [{ type: job.mediaType, url }],
    ...(state === 'failed' ? failures[job.instructions.fail ?? 'internal'] : failure),
  };
}

/** Luma's Agents API: generations that can be read with their own key, but neither listed nor cancelled. */
export function createLuma(context: PersonalityContext): Personality {
  return new Luma(context);
}

class Luma implements Personality {
  readonly #context: PersonalityContext;
  readonly #runtime: DialectRuntime;
  readonly links: ResultLinks;
  /** The latest response since a reset of the space; a reset space starts with its first response again. */
  #request = { generation: 0, number: 0 };

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.#runtime = createDialectRuntime(context.world, manner);
    this.links = createResultLinks(context, { wire, keptMs: Infinity, lifeMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const reply = await this.#response(call);
    if (reply.kind !== 'response') return reply;
    const id = call.header('x-request-id') ?? this.#requestId();
    return {
      ...reply,
      headers: { ...reply.headers, 'x-request-id': id, 'x-api-version': version },
    };
  }

  #response(call: PersonalityCall): Promise<ProviderReply> | ProviderReply {
    const admission = this.#runtime.admit(readBearer(call), { missing: 'missing_key' });
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    const { method } = call;
    const { pathname } = call.url;
    if (method === 'POST' && pathname === generationsPath) return this.#submit(account, call);
    const [, id] = /^\/v1\/generations\/([\w-]{1,80})$/.exec(pathname) ?? [];
    const job =
      method === 'GET' && id !== undefined ? this.#runtime.ownJob(account, id) : undefined;
    if (job === undefined) return this.#runtime.refuse('not_found');
    return this.#runtime.disturbedRead(job) ?? this.#reported(job, call);
  }

  async #submit(account: string, call: PersonalityCall): Promise<ProviderReply> {
    const body = await readJsonBody(call, lumaSubmissionSchema);
    if (body.kind === 'too-long') return this.#runtime.refuse('too_large');
    if (body.kind === 'invalid') {
      const isUnreadable = body.field?.endsWith('.data') === true;
      return this.#runtime.refuse(isUnreadable ? 'unprocessable' : 'bad_request', body.message);
    }
    const { value, digest } = body;
    const model = stripMagicTokens(value.model);
    if (!makers.image.test(model) && !makers.video.test(model))
      return this.#runtime.refuse('unknown_model', `Unknown model: ${model}`);
    if (!makers[value.mediaType].test(model)) {
      const type = value.echo['type'] ?? '';
      const message = `Type '${type}' is not supported for model '${model}'`;
      return this.#runtime.refuse('bad_request', message);
    }
    return this.#runtime.submit(account, { ...value, correlationId: digest, wire });
  }

  #reported(job: MockJob, { base }: PersonalityCall): ProviderResponse {
    const { world } = this.#context;
    const state = world.reportedState(job);
    return jsonReply(200, generation(job, state, this.links.reported(job, state, base)));
  }

  /** Id for a call without one. */
  #requestId(): string {
    const { seed, world } = this.#context;
    const number = world.generation === this.#request.generation ? this.#request.number + 1 : 1;
    this.#request = { generation: world.generation, number };
    const digest = keyedDigest(seed, 'request', wire, String(number));
    return uuidOf(digest.toString('hex', 0, 12));
  }
}
