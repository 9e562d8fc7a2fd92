import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
} from '../../http/provider-request.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { readBearer } from '../../engine/authorization.ts';
import { readJsonBody } from '../../engine/json-body.ts';
import { isMissingModel, missingModel } from '../../engine/missing-model.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import { rowOf } from '../../engine/provider-error.ts';
import { uuidOf } from '../../engine/task-id.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { xaiErrorReply, xaiErrors } from './xai-errors.ts';
import { xaiRequest } from './xai-request.ts';
import { xaiSubmissionSchema, type XaiTask, xaiTasks } from './xai-submission.ts';

const wire = 'xai';

/** Links are temporary, and requests expire: the time is undocumented, and a day stands for it. */
const keptMs = 24 * 3_600_000;

const manner: Dialect = {
  wire,
  errors: xaiErrors,
  taskId: uuidOf,
  error: xaiErrorReply,
  accepted: ({ id }) => jsonReply(200, { request_id: id }),
  acceptedWithoutId: () => jsonReply(200, {}),
  garbled: '{"request_id":"',
  unknownTask,
};

function unknownTask(): ProviderResponse {
  return xaiErrorReply(rowOf(xaiErrors, 'not-found'));
}

/** xAI: requests for videos of Grok Imagine, which can be read, but neither listed nor cancelled. */
export function createXai(context: PersonalityContext): Personality {
  return new Xai(context);
}

class Xai implements Personality {
  readonly #context: PersonalityContext;
  readonly #runtime: DialectRuntime;
  readonly links: ResultLinks;

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.#runtime = createDialectRuntime(context.world, manner);
    this.links = createResultLinks(context, { wire, keptMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const { pathname } = call.url;
    // An invalid key is reported as an invalid field.
    const admission = this.#runtime.admit(readBearer(call), { expired: 'invalid-argument.key' });
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    const task = xaiTasks.find((known) => pathname === `/v1/videos/${known}`);
    if (call.method === 'POST' && task !== undefined) return this.#submit(account, call, task);
    const [, id = ''] = /^\/v1\/videos\/([\w-]{1,80})$/.exec(pathname) ?? [];
    const job = call.method === 'GET' ? this.#runtime.ownJob(account, id) : undefined;
    return job === undefined
      ? unknownTask()
      : (this.#runtime.disturbedRead(job) ?? this.#reported(job, call));
  }

  async #submit(account: string, call: PersonalityCall, task: XaiTask): Promise<ProviderReply> {
    const body = await readJsonBody(call, xaiSubmissionSchema(task));
    if (body.kind === 'too-long')
      return this.#runtime.refuse('invalid-argument', 'The body is too long.');
    if (body.kind === 'invalid') return this.#runtime.refuse('invalid-argument', body.message);
    const { value, digest } = body;
    if (isMissingModel(value.model))
      return this.#runtime.refuse('not-found', `The model ${missingModel} does not exist.`);
    return this.#runtime.submit(account, { ...value, correlationId: digest, wire });
  }

  #reported(job: MockJob, call: PersonalityCall): ProviderResponse {
    const { world } = this.#context;
    const now = world.reportedAt(job);
    const ownKeptMs = job.instructions.resultKeptMs ?? keptMs;
    if (now >= job.endsAt + world.clock.scaled(ownKeptMs))
      return jsonReply(200, { status: 'expired' });
    const state = world.reportedState(job);
    const url = this.links.reported(job, state, call.base);
    return xaiRequest({ job, state, now, url });
  }
}
