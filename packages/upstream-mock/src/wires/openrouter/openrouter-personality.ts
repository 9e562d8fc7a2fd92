import { callbackUrlProblem } from '../../callbacks/callback-url.ts';
import { callbackSecret } from '../../callbacks/standard-webhook.ts';
import type { WordCallback } from '../../job/word-callback.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
} from '../../http/provider-request.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { keptUntil, reportedState } from '../../job/reported-job.ts';
import { readBearer } from '../../engine/authorization.ts';
import { resultReply } from '../../engine/file-reply.ts';
import { readJsonBody } from '../../engine/json-body.ts';
import { isMissingModel, missingModel } from '../../engine/missing-model.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { openRouterErrorReply, openRouterErrors } from './openrouter-errors.ts';
import { openRouterSubmissionSchema } from './openrouter-submission.ts';
import { openRouterMessage, openRouterVideo } from './openrouter-video.ts';

const wire = 'openrouter';
const videosPath = '/api/v1/videos';

/** Lifetime of the signed links, which is undocumented. */
const lifeMs = 3_600_000;

/** One model that stands for all, as @openrouter/sdk 1.3.19 types it (models/videomodel.d.ts). */
const openRouterModels = {
  data: [
    {
      id: 'google/veo-3.1',
      canonical_slug: 'google/veo-3.1',
      name: 'Google: Veo 3.1',
      created: 1_767_225_600,
      supported_resolutions: ['720p', '1080p'],
      supported_aspect_ratios: ['16:9', '9:16', '1:1'],
      supported_sizes: ['1280x720', '1920x1080'],
      supported_durations: [4, 6, 8],
      supported_frame_images: ['first_frame', 'last_frame'],
      generate_audio: true,
      seed: true,
      creativity: null,
      upscale_factor: null,
      allowed_passthrough_parameters: [],
    },
  ],
};

/** OpenRouter: videos of many makers' models, which can be read and downloaded, but neither listed nor cancelled. */
export function createOpenRouter(context: PersonalityContext): Personality {
  return new OpenRouter(context);
}

/** A call with its context. */
interface Exchange {
  readonly call: PersonalityCall;
  readonly runtime: DialectRuntime;
  readonly account: string;
}

class OpenRouter implements Personality {
  readonly #context: PersonalityContext;
  readonly links: ResultLinks;
  readonly wordCallback: WordCallback = (callback) => {
    const { job, at } = callback;
    const base = job.callback?.base ?? '';
    const state = reportedState(job, at);
    const url = state === 'completed' ? this.links.to(job, base) : null;
    const secret = callbackSecret(this.#context.seed);
    return openRouterMessage(secret, callback, { job, state, now: at, base, url });
  };

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.links = createResultLinks(context, { wire, keptMs: Infinity, lifeMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const { method } = call;
    const { pathname } = call.url;
    if (method === 'GET' && pathname === `${videosPath}/models`)
      return jsonReply(200, openRouterModels);
    const runtime = createDialectRuntime(this.#context.world, this.#mannerAt(call));
    const admission = runtime.admit(readBearer(call));
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    const exchange: Exchange = { call, runtime, account };
    if (method === 'POST' && pathname === videosPath) return this.#submit(exchange);
    const [, id, content] = /^\/api\/v1\/videos\/([\w-]{1,80})(\/content)?$/.exec(pathname) ?? [];
    if (method !== 'GET' || id === undefined) return runtime.refuse('404');
    const job = runtime.ownJob(account, id);
    if (job === undefined) return runtime.refuse('404');
    if (content !== undefined) return this.#content(job, exchange);
    return runtime.disturbedRead(job) ?? this.#reported(job, call);
  }

  async #submit({ call, runtime, account }: Exchange): Promise<ProviderReply> {
    const body = await readJsonBody(call, openRouterSubmissionSchema);
    if (body.kind === 'too-long') return runtime.refuse('413');
    if (body.kind === 'invalid') return runtime.refuse('400', body.message);
    const { submission, callbackUrl: to } = body.value;
    if (isMissingModel(submission.model))
      return runtime.refuse('404', `Model ${missingModel} does not exist`);
    const problem = callbackUrlProblem(to);
    if (problem !== undefined) return runtime.refuse('400', `callback_url: ${problem}`);
    return runtime.submit(account, {
      ...submission,
      correlationId: body.digest,
      wire,
      ...(to !== null && { callback: { url: to, events: ['ended'], base: call.base } }),
    });
  }

  async #content(job: MockJob, { call, runtime }: Exchange): Promise<ProviderReply> {
    const index = call.url.searchParams.get('index') ?? '0';
    if (!/^\d{1,6}$/.test(index))
      return runtime.refuse('400', 'index must be a whole number of at least 0');
    const { world, results } = this.#context;
    if (Number(index) > 0) return runtime.refuse('404');
    if ((keptUntil(job, world.clock) ?? Infinity) <= world.clock.now())
      return runtime.refuse('410');
    const reading = await results.read(job, call.range);
    return resultReply(reading, { job, base: call.base, links: this.links }, (kind) => {
      switch (kind) {
        case 'absent':
          return runtime.refuse(world.stateOf(job) === 'completed' ? '404' : '409');
        case 'gone':
          return runtime.refuse('410');
        case 'forbidden':
          return runtime.refuse('403');
      }
    });
  }

  #reported(job: MockJob, { base }: PersonalityCall): ProviderResponse {
    const { world } = this.#context;
    const state = world.reportedState(job);
    const url = this.links.reported(job, state, base);
    return jsonReply(200, openRouterVideo({ job, state, now: world.reportedAt(job), base, url }));
  }

  #mannerAt({ base }: PersonalityCall): Dialect {
    const begun = (job: MockJob) =>
      openRouterVideo({ job, state: 'queued', now: job.acceptedAt, base, url: null });
    return {
      wire,
      errors: openRouterErrors,
      taskId: openRouterId,
      error: openRouterErrorReply,
      accepted: (job) => jsonReply(202, begun(job)),
      acceptedWithoutId: () => jsonReply(202, { status: 'pending' }),
      garbled: '{"id":"gen-vid-',
      unknownTask: () =>
        openRouterErrorReply({ code: '404', status: 404, message: 'There is no such job.' }),
    };
  }
}

/** `gen-vid-`, a time in seconds and 20 more characters; the time is not that of the job. */
function openRouterId(digits: string): string {
  return `gen-vid-${1_767_225_600 + Number.parseInt(digits.slice(20), 16)}-${digits.slice(0, 20)}`;
}
