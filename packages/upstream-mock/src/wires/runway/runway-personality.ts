import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
} from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { readBearer } from '../../engine/authorization.ts';
import { readJsonBody } from '../../engine/json-body.ts';
import { isMissingModel } from '../../engine/missing-model.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import { rowOf } from '../../engine/provider-error.ts';
import { uuidOf } from '../../engine/task-id.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { runwayErrorReply, runwayErrors } from './runway-errors.ts';
import { runwaySubmissionSchema, type RunwayTask, runwayTasks } from './runway-submission.ts';
import { runwayTask } from './runway-task.ts';

const wire = 'runway';

/** The only API version, which calls must request (docs.dev.runwayml.com/api-details/versioning). */
const version = '2024-11-06';

const day = 24 * 3_600_000;

/** Links expire after 24 to 48 hours; reads return new ones (@runwayml/sdk 4.20.1, resources/tasks.d.ts). */
const lifeMs = day;

const manner: Dialect = {
  wire,
  errors: runwayErrors,
  taskId: uuidOf,
  error: (row) => runwayErrorReply(row),
  accepted: ({ id, charge }) => jsonReply(200, { id, estimatedCost: { credits: charge } }),
  acceptedWithoutId: ({ charge }) => jsonReply(200, { estimatedCost: { credits: charge } }),
  garbled: '{"id":"',
  unknownTask,
};

function unknownTask(): ProviderResponse {
  return runwayErrorReply(rowOf(runwayErrors, 'not_found'));
}

/** Runway: tasks of many models, which can be read, cancelled and deleted, but not listed. */
export function createRunway(context: PersonalityContext): Personality {
  return new Runway(context);
}

class Runway implements Personality {
  readonly #context: PersonalityContext;
  readonly #runtime: DialectRuntime;
  readonly links: ResultLinks;

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.#runtime = createDialectRuntime(context.world, manner);
    this.links = createResultLinks(context, { wire, keptMs: Infinity, lifeMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const { pathname } = call.url;
    const admission = this.#runtime.admit(readBearer(call));
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    const [, id] = /^\/v1\/tasks\/([\w-]{1,80})$/.exec(pathname) ?? [];
    const task = runwayTasks.find((known) => pathname === `/v1/${known}`);
    const isOrganization = pathname === '/v1/organization';
    if (id === undefined && task === undefined && !isOrganization)
      return this.#runtime.refuse('not_found');
    if (call.header('x-runway-version') !== version) return this.#runtime.refuse('invalid_version');
    if (task !== undefined) return this.#submit(account, call, task);
    return id === undefined ? this.#organization(account, call) : this.#task(account, id, call);
  }

  async #submit(account: string, call: PersonalityCall, task: RunwayTask): Promise<ProviderReply> {
    if (call.method !== 'POST') return this.#runtime.refuse('method_not_allowed');
    const body = await readJsonBody(call, runwaySubmissionSchema(task));
    if (body.kind === 'too-long') return this.#invalid(null, 'The body is too long.');
    if (body.kind === 'invalid') return this.#invalid(body.field, body.message);
    const { value, digest } = body;
    if (isMissingModel(value.model)) return this.#invalid('model', 'No matching discriminator');
    return this.#runtime.submit(account, { ...value, correlationId: digest, wire });
  }

  #invalid(field: string | null, message: string): ProviderResponse {
    return runwayErrorReply({ ...rowOf(runwayErrors, 'validation_failed'), message }, field);
  }

  async #task(account: string, id: string, call: PersonalityCall): Promise<ProviderReply> {
    const job = this.#runtime.ownJob(account, id);
    if (job === undefined) return unknownTask();
    switch (call.method) {
      case 'GET':
        return this.#runtime.disturbedRead(job) ?? jsonReply(200, this.#reported(job, call));
      case 'DELETE':
        return this.#runtime.cancel(job, () => this.#remove(job));
      default:
        return this.#runtime.refuse('method_not_allowed');
    }
  }

  #reported(job: MockJob, call: PersonalityCall) {
    const { world } = this.#context;
    const state = world.reportedState(job);
    return runwayTask({
      job,
      state,
      now: world.reportedAt(job),
      isFull: world.inFlight(job.account) >= world.account(job.account).concurrency,
      url: this.links.reported(job, state, call.base),
    });
  }

  /** An open task is cancelled and stays readable; an ended one is deleted. */
  #remove(job: MockJob): ProviderReply {
    const { world } = this.#context;
    const state = world.stateOf(job);
    if (state === 'queued' || state === 'running') world.cancel(job.id);
    else world.erase(job.id);
    return {
      kind: 'response',
      status: 204,
      contentType: 'application/json',
      body: new Uint8Array(),
    };
  }

  #organization(account: string, call: PersonalityCall): ProviderReply {
    if (call.method !== 'GET') return this.#runtime.refuse('method_not_allowed');
    const { world } = this.#context;
    const since = world.clock.now() - world.clock.scaled(day);
    const { concurrency, credits } = world.account(account);
    const jobs = this.#runtime.listed(account);
    const models = [...new Set(jobs.map(({ model }) => model))];
    const daily = (name: string) =>
      jobs.filter(({ model, acceptedAt }) => model === name && acceptedAt > since).length;
    const perModel = <T>(of: (model: string) => T) =>
      Object.fromEntries(models.map((model) => [model, of(model)]));
    return jsonReply(200, {
      creditBalance: world.creditsOf(account),
      tier: {
        maxMonthlyCreditSpend: credits,
        models: perModel(() => ({
          maxConcurrentGenerations: concurrency,
          maxDailyGenerations: null,
        })),
      },
      usage: { models: perModel((model) => ({ dailyGenerations: daily(model) })) },
    });
  }
}
