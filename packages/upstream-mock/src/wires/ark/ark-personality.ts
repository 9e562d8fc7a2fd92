import {
  jsonReply,
  type ProviderResponse,
  type ProviderReply,
} from '../../http/provider-request.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import type { WordCallback } from '../../job/word-callback.ts';
import { callbackUrlProblem } from '../../callbacks/callback-url.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { changedAt, reportedState } from '../../job/reported-job.ts';
import { readBearer } from '../../engine/authorization.ts';
import { type BodyReading, readJsonBody } from '../../engine/json-body.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import { readTaskQuery } from '../../engine/task-query.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { arkErrors } from './ark-errors.ts';
import { arkSubmissionSchema } from './ark-submission.ts';
import { arkStatus, arkTask } from './ark-task.ts';

const wire = 'ark';
const tasksPath = '/api/v3/contents/generations/tasks';

/** Links expire after 24 hours, tasks after 7 days (docs.byteplus.com/en/docs/ModelArk, read 2026-11-22). */
const keptMs = 24 * 3_600_000;
const reportedMs = 7 * keptMs;

/** Models and endpoints that make videos; the mock does not check which of them exist. */
const modelName = /seedance|^ep-[\w-]+$/;

const manner: Dialect = {
  wire,
  errors: arkErrors,
  taskId: (digits) => `cgt-${digits}`,
  error: ({ code, status, message }) => {
    const type = status === 401 ? 'Unauthorized' : 'BadRequest';
    return jsonReply(status, { error: { code, message, param: '', type } });
  },
  accepted: ({ id }) => jsonReply(200, { id }),
  acceptedWithoutId: () => jsonReply(200, {}),
  reportedMs,
  garbled: '{"id":"cgt-',
  unknownTask,
};

function unknownTask(): ProviderResponse {
  return manner.error({ code: 'ResourceNotFound', status: 404, message: 'there is no such task' });
}

/** Ark (BytePlus ModelArk, Volcengine): tasks of Seedance, without idempotency keys. */
export function createArk(context: PersonalityContext): Personality {
  return new Ark(context);
}

class Ark implements Personality {
  readonly #context: PersonalityContext;
  readonly #runtime: DialectRuntime;
  readonly links: ResultLinks;
  readonly wordCallback: WordCallback = ({ job, at }) => {
    const state = reportedState(job, at);
    const url = state === 'completed' ? this.links.to(job, job.callback?.base ?? '') : null;
    const task = arkTask(job, state, { updatedAt: changedAt(job, at), url });
    return { body: JSON.stringify(task), headers: {} };
  };

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.#runtime = createDialectRuntime(context.world, manner);
    this.links = createResultLinks(context, { wire, keptMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const { url, method } = call;
    const admission = this.#runtime.admit(readBearer(call));
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    if (url.pathname === tasksPath) {
      if (method === 'POST')
        return this.#submit(account, call.base, await readJsonBody(call, arkSubmissionSchema));
      if (method === 'GET') return this.#list(account, call);
    }
    const [, id] = /^\/([\w-]{1,80})$/.exec(url.pathname.slice(tasksPath.length)) ?? [];
    if (!url.pathname.startsWith(`${tasksPath}/`) || id === undefined) {
      return this.#runtime.refuse('ResourceNotFound');
    }
    const job = this.#runtime.ownJob(account, id);
    switch (method) {
      case 'GET':
        return this.#task(job, call);
      case 'DELETE':
        return job === undefined
          ? unknownTask()
          : this.#runtime.cancel(job, () => this.#remove(job));
      default:
        return this.#runtime.refuse('ResourceNotFound');
    }
  }

  #submit(
    account: string,
    base: string,
    body: BodyReading<ReturnType<typeof arkSubmissionSchema.parse>>,
  ): Promise<ProviderReply> | ProviderReply {
    if (body.kind === 'too-long') return this.#runtime.refuse('RequestBodyTooLarge');
    if (body.kind === 'invalid') {
      const isMissing = body.field === 'model' || body.field === 'content';
      return this.#runtime.refuse(
        isMissing ? 'MissingParameter' : 'InvalidParameter',
        body.message,
      );
    }
    const { callbackUrl: to, ...value } = body.value;
    if (!modelName.test(stripMagicTokens(value.model)))
      return this.#runtime.refuse('InvalidEndpointOrModel.NotFound');
    const problem = callbackUrlProblem(to);
    if (problem !== undefined)
      return this.#runtime.refuse('InvalidParameter', `callback_url: ${problem}`);
    const callback =
      to === null ? undefined : ({ url: to, events: ['processing', 'ended'], base } as const);
    const { clock } = this.#context.world;
    const deadline = clock.now() + clock.scaled(value.deadlineMs);
    const echo = { ...value.echo, deadline: String(deadline) };
    return this.#runtime.submit(account, {
      ...value,
      correlationId: body.digest,
      wire,
      callback,
      echo,
    });
  }

  #task(job: MockJob | undefined, call: PersonalityCall): ProviderReply {
    if (job === undefined) return unknownTask();
    return this.#runtime.disturbedRead(job) ?? jsonReply(200, this.#describe(job, call));
  }

  #describe(job: MockJob, call: PersonalityCall) {
    const { world } = this.#context;
    const state = world.reportedState(job);
    const updatedAt = changedAt(job, world.reportedAt(job));
    return arkTask(job, state, { updatedAt, url: this.links.reported(job, state, call.base) });
  }

  #list(account: string, call: PersonalityCall): ProviderReply {
    const query = readTaskQuery(call.url.searchParams);
    if (query === undefined) return this.#runtime.refuse('InvalidParameter');
    const ruled = this.#runtime.ruled('list', account);
    if (ruled !== undefined) return ruled;
    const statusOf = (job: MockJob) => arkStatus(job, this.#context.world.reportedState(job));
    const jobs = this.#runtime
      .listed(account)
      .filter((job) => query.fits(job, () => statusOf(job)));
    const items = query.pageOf(jobs).map((job) => this.#describe(job, call));
    return jsonReply(200, { total: jobs.length, items });
  }

  /** A queued task is cancelled, an ended one deleted (docs.composio.dev/toolkits/byte_plus_ark, read 2026-11-28). */
  #remove(job: MockJob): ProviderReply {
    const { world } = this.#context;
    const state = world.stateOf(job);
    if (state === 'running') return this.#runtime.refuse('TaskRunningCannotCancel');
    if (state === 'queued') world.cancel(job.id);
    else world.erase(job.id);
    return jsonReply(200, {});
  }
}
