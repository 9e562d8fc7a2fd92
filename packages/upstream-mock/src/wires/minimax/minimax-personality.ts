import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
  textReply,
} from '../../http/provider-request.ts';
import { callbackUrlProblem } from '../../callbacks/callback-url.ts';
import type { WordCallback } from '../../job/word-callback.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { changedAt, reportedState } from '../../job/reported-job.ts';
import { readBearer } from '../../engine/authorization.ts';
import { readJsonBody } from '../../engine/json-body.ts';
import { isMissingModel } from '../../engine/missing-model.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import type { ErrorRow } from '../../engine/provider-error.ts';
import { readTaskQuery } from '../../engine/task-query.ts';
import { numericId } from '../../engine/task-id.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { minimaxErrorReply, minimaxErrors } from './minimax-errors.ts';
import { minimaxSubmissionSchema } from './minimax-submission.ts';
import { minimaxStatus, minimaxTask } from './minimax-task.ts';

const wire = 'minimax';
const submitPath = '/v2/video_generation';
const queryPath = '/v2/query/video_generation';

/** Tasks are kept for 7 days (platform.minimax.io/docs/api-reference/video-generation-v2-query, read 2026-11-28). */
const reportedMs = 7 * 24 * 3_600_000;

/** Links expire after an undocumented time, and each read returns a new one: callers see about a day. */
const lifeMs = 24 * 3_600_000;

/** MiniMax: V2, where tasks of H3 are made, listed, cancelled and deleted. */
export function createMiniMax(context: PersonalityContext): Personality {
  return new MiniMax(context);
}

class MiniMax implements Personality {
  readonly #context: PersonalityContext;
  readonly #runtime: DialectRuntime;
  readonly links: ResultLinks;
  readonly wordCallback: WordCallback = ({ job, at }) => {
    const state = reportedState(job, at);
    const url = state === 'completed' ? this.links.to(job, job.callback?.base ?? '') : null;
    const task = minimaxTask(job, state, { updatedAt: changedAt(job, at), url });
    return { body: JSON.stringify({ task }), headers: {} };
  };

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.#runtime = createDialectRuntime(context.world, this.#manner());
    this.links = createResultLinks(context, { wire, keptMs: reportedMs, lifeMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const { method } = call;
    const { pathname } = call.url;
    const admission = this.#runtime.admit(readBearer(call));
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    if (method === 'POST' && pathname === submitPath) return this.#submit(account, call);
    if (method === 'GET' && pathname === queryPath) return this.#list(account, call);
    const [, query, id] = /^\/v2\/(query\/)?video_generation\/([^/]+)$/.exec(pathname) ?? [];
    if (id === undefined || method !== (query === undefined ? 'DELETE' : 'GET')) return nothing();
    const job = this.#runtime.ownJob(account, id);
    if (job === undefined) return this.#runtime.refuse('2001');
    if (method === 'DELETE') return this.#runtime.cancel(job, () => this.#remove(job));
    return this.#runtime.disturbedRead(job) ?? jsonReply(200, { task: this.#describe(job, call) });
  }

  async #submit(account: string, call: PersonalityCall): Promise<ProviderReply> {
    const body = await readJsonBody(call, minimaxSubmissionSchema);
    if (body.kind === 'too-long') return this.#invalid('the body is too long');
    if (body.kind === 'invalid') return this.#invalid(body.message);
    const { callbackUrl: to, ...value } = body.value;
    if (isMissingModel(value.model)) return this.#invalid('unknown model');
    const problem = callbackUrlProblem(to);
    if (problem !== undefined) return this.#invalid(`callback_url: ${problem}`);
    const callback =
      to === null
        ? undefined
        : ({ url: to, events: ['processing', 'ended'], base: call.base } as const);
    return this.#runtime.submit(account, { ...value, correlationId: body.digest, wire, callback });
  }

  #invalid(problem: string): ProviderResponse {
    return this.#runtime.refuse('2013', `invalid params, ${problem}`);
  }

  #describe(job: MockJob, call: PersonalityCall) {
    const { world } = this.#context;
    const state = world.reportedState(job);
    const updatedAt = changedAt(job, world.reportedAt(job));
    const url = this.links.reported(job, state, call.base);
    return minimaxTask(job, state, { updatedAt, url });
  }

  /** A `task_id` in the query is ignored, as MiniMax does: the list is of all tasks. */
  #list(account: string, call: PersonalityCall): ProviderReply {
    const { searchParams } = call.url;
    const query = readTaskQuery(searchParams);
    if (query === undefined) return this.#invalid('page_num and page_size must be from 1 to 500');
    const ruled = this.#runtime.ruled('list', account);
    if (ruled !== undefined) return ruled;
    const { world } = this.#context;
    const type = searchParams.get('filter.task_type') ?? 'generation';
    const tasks = this.#runtime
      .listed(account)
      .filter(() => type === 'generation')
      .filter((job) => query.fits(job, () => minimaxStatus(job, world.reportedState(job))));
    const items = query.pageOf(tasks).map((job) => this.#describe(job, call));
    return jsonReply(200, { items, total: tasks.length });
  }

  /** A queued task is cancelled, an ended one is deleted (…/video-generation-v2-delete, read 2026-11-28). */
  #remove(job: MockJob): ProviderReply {
    const { world } = this.#context;
    const state = world.stateOf(job);
    if (state === 'running' || job.canceledAt !== undefined)
      return this.#invalid(`a task that is ${minimaxStatus(job, state)} cannot be deleted`);
    const isWaiting = state === 'queued';
    if (isWaiting) world.cancel(job.id);
    else world.erase(job.id);
    const action = isWaiting ? 'cancelled' : 'deleted';
    return jsonReply(200, { task_id: job.id, action, status: action });
  }

  #manner(): Dialect {
    return {
      wire,
      errors: minimaxErrors,
      taskId: numericId,
      error: (row) => minimaxErrorReply(row, this.#requestId(row)),
      accepted: ({ id }) => jsonReply(200, { task_id: id }),
      acceptedWithoutId: () => jsonReply(200, {}),
      reportedMs,
      garbled: '{"task_id":"42',
      unknownTask: () => this.#runtime.refuse('2001'),
    };
  }

  /** Equal for the same error at the same instant, and independent of other requests. */
  #requestId({ code, message }: ErrorRow): string {
    const { seed, world } = this.#context;
    const key = ['request', wire, code, message, String(world.clock.now())];
    return keyedDigest(seed, ...key).toString('hex', 0, 16);
  }
}

function nothing(): ProviderResponse {
  return textReply(404, 'text/plain', '404 page not found');
}
