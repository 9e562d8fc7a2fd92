import {
  jsonReply,
  type ProviderResponse,
  type ProviderReply,
} from '../../http/provider-request.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import type { WordCallback } from '../../job/word-callback.ts';
import { callbackUrlProblem } from '../../callbacks/callback-url.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { changedAt, reportedState } from '../../job/reported-job.ts';
import { decodedSegment } from '../../engine/decoded-segment.ts';
import { readJsonBody } from '../../engine/json-body.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import { numericId } from '../../engine/task-id.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { readKlingCredential } from './kling-credential.ts';
import { klingErrors } from './kling-errors.ts';
import { klingLegacySubmissionSchema, klingLegacyTasks } from './kling-legacy-submission.ts';
import { klingSubmissionSchema, klingTasks, type ReadSubmission } from './kling-submission.ts';
import {
  klingLegacyTask,
  klingTask,
  type KlingTaskFacts,
  klingTaskAsSubmitted,
} from './kling-task.ts';

const wire = 'kling';

/** Kling removes videos after 30 days (klingai.com/document-api, "Callbacks", read 2026-11-23). */
const keptMs = 30 * 24 * 3_600_000;

/** Maximum tasks of one query. */
const mostIds = 100;

/** Pattern of Kling's models; the mock does not check which of them exist. */
const modelName = /^kling-[\w.-]{1,60}$/;

function envelope(data: unknown, requestId: string): ProviderResponse {
  return jsonReply(200, { code: 0, message: 'SUCCEED', request_id: requestId, data });
}

/** Kling: the newer system with the model in the path, and the older one below `/v1/videos`. */
export function createKling(context: PersonalityContext): Personality {
  return new Kling(context);
}

class Kling implements Personality {
  readonly #context: PersonalityContext;
  readonly #runtime: DialectRuntime;
  readonly links: ResultLinks;
  /** The latest request since a reset of the space; a reset space starts with its first request again. */
  #request = { generation: 0, number: 0 };
  readonly wordCallback: WordCallback = ({ job, at }) => {
    const state = reportedState(job, at);
    const url = state === 'completed' ? this.links.to(job, job.callback?.base ?? '') : null;
    const facts = { job, state, updatedAt: changedAt(job, at), url };
    return { body: JSON.stringify(klingTaskAsSubmitted(facts)), headers: {} };
  };

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.#runtime = createDialectRuntime(context.world, this.#manner());
    this.links = createResultLinks(context, { wire, keptMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const { url, method } = call;
    const credential = readKlingCredential(call, this.#context.world.clock.wallNow());
    if (credential.kind === 'refused') return this.#runtime.refuse(credential.code);
    const admission = this.#runtime.admit(credential);
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    const [, first = '', second = '', ...rest] = url.pathname.split('/');
    const task = klingTasks.find((known) => known === first);
    if (task !== undefined && rest.length === 0) {
      if (method !== 'POST') return this.#runtime.refuse('1202');
      if (!modelName.test(second)) return this.#runtime.refuse('1203');
      return this.#submit(account, call, klingSubmissionSchema(task, second));
    }
    switch (url.pathname) {
      case '/tasks':
        return method === 'GET' ? this.#tasks(account, call) : this.#runtime.refuse('1202');
      case '/account/costs':
        return this.#costs(account);
      default:
        return this.#legacy(account, call);
    }
  }

  #legacy(account: string, call: PersonalityCall): Promise<ProviderReply> | ProviderReply {
    const [, kind, id] = /^\/v1\/videos\/([\w-]+)(?:\/([^/]+))?$/.exec(call.url.pathname) ?? [];
    const task = klingLegacyTasks.find((known) => known === kind);
    if (task === undefined) return this.#runtime.refuse('1203');
    if (call.method === 'POST' && id === undefined) {
      return this.#submit(account, call, klingLegacySubmissionSchema(task));
    }
    if (call.method !== 'GET') return this.#runtime.refuse('1202');
    return id === undefined
      ? this.#legacyList(account, call, task)
      : this.#legacyTask(this.#legacyJob({ account, id, task }), call);
  }

  async #submit(
    account: string,
    call: PersonalityCall,
    schema: Parameters<typeof readJsonBody<ReadSubmission>>[1],
  ): Promise<ProviderReply> {
    const body = await readJsonBody(call, schema);
    if (body.kind === 'too-long') return this.#runtime.refuse('1200', 'the body is too long');
    if (body.kind === 'invalid') return this.#runtime.refuse('1201', body.message);
    const { ownId, submission, callbackUrl: url } = body.value;
    const problem = callbackUrlProblem(url);
    if (problem !== undefined) return this.#runtime.refuse('1201', `callback_url: ${problem}`);
    const callback =
      url === null
        ? undefined
        : ({ url, events: ['processing', 'ended'], base: call.base } as const);
    const named = { ...submission, correlationId: ownId ?? body.digest, wire, callback };
    if (ownId === null) return this.#runtime.submit(account, named);
    return this.#runtime.submit(account, named, () =>
      this.#runtime.refuse('1201', 'external_task_id was used before'),
    );
  }

  /** Unknown tasks are left out, as Kling does. */
  #tasks(account: string, call: PersonalityCall): ProviderReply {
    const ids = call.url.searchParams.get('task_ids');
    const ownIds = call.url.searchParams.get('external_task_ids');
    const wanted = (ids ?? ownIds ?? '').split(',').filter((id) => id !== '');
    if ((ids === null) === (ownIds === null) || wanted.length === 0 || wanted.length > mostIds) {
      const message = `exactly one of task_ids and external_task_ids is required, with 1 to ${mostIds} ids`;
      return this.#runtime.refuse('1201', message);
    }
    const jobs = wanted.flatMap((id) =>
      ids === null ? this.#named(account, id) : this.#own(account, id),
    );
    const about = { job: jobs[0], key: `id:${wanted[0] ?? ''}` };
    const ruled = ids === null ? this.#runtime.ruled('search', account, about) : undefined;
    if (ruled !== undefined) return ruled;
    for (const job of jobs) {
      const disturbed = this.#runtime.disturbedRead(job);
      if (disturbed !== undefined) return disturbed;
    }
    return envelope(
      jobs.map((job) => klingTask(this.#facts(job, call))),
      this.#requestId(),
    );
  }

  #own(account: string, id: string): readonly MockJob[] {
    const job = this.#runtime.ownJob(account, id);
    return job === undefined ? [] : [job];
  }

  #named(account: string, ownId: string): readonly MockJob[] {
    return this.#context.world
      .findSubmission(account, ownId, wire)
      .filter((job) => job.echo['external_id'] === ownId && this.#runtime.isListed(job));
  }

  /** By Kling's id or the caller's own. */
  #legacyJob({
    account,
    id,
    task,
  }: {
    readonly account: string;
    readonly id: string;
    readonly task: string;
  }) {
    return [...this.#own(account, id), ...this.#named(account, decodedSegment(id))].find(
      ({ echo }) => echo['legacy'] === task,
    );
  }

  #legacyTask(job: MockJob | undefined, call: PersonalityCall): ProviderReply {
    if (job === undefined) return this.#runtime.refuse('1203');
    const disturbed = this.#runtime.disturbedRead(job);
    return disturbed ?? envelope(klingLegacyTask(this.#facts(job, call)), this.#requestId());
  }

  #legacyList(account: string, call: PersonalityCall, task: string): ProviderReply {
    const page = wholeNumber(call.url.searchParams.get('pageNum') ?? '1', 1_000);
    const size = wholeNumber(call.url.searchParams.get('pageSize') ?? '30', 500);
    if (page === undefined || size === undefined) return this.#runtime.refuse('1201');
    const ruled = this.#runtime.ruled('list', account);
    if (ruled !== undefined) return ruled;
    const jobs = this.#runtime.listed(account).filter(({ echo }) => echo['legacy'] === task);
    const tasks = jobs
      .slice((page - 1) * size, page * size)
      .map((job) => klingLegacyTask(this.#facts(job, call)));
    return envelope(tasks, this.#requestId());
  }

  #costs(account: string): ProviderReply {
    const { world } = this.#context;
    const pack = {
      resource_pack_name: 'mock',
      resource_pack_type: 'decreasing_total',
      total_quantity: world.account(account).credits,
      remaining_quantity: world.creditsOf(account),
      status: 'online',
    };
    const data = { code: 0, msg: 'SUCCEED', resource_pack_subscribe_infos: [pack] };
    return envelope(data, this.#requestId());
  }

  #facts(job: MockJob, call: PersonalityCall): KlingTaskFacts {
    const { world } = this.#context;
    const state = world.reportedState(job);
    const url = this.links.reported(job, state, call.base);
    return { job, state, updatedAt: changedAt(job, world.reportedAt(job)), url };
  }

  #requestId(): string {
    const { seed, world } = this.#context;
    const number = world.generation === this.#request.generation ? this.#request.number + 1 : 1;
    this.#request = { generation: world.generation, number };
    return keyedDigest(seed, 'request', wire, String(number)).toString('hex', 0, 16);
  }

  #manner(): Dialect {
    const first = (job: MockJob) =>
      klingTaskAsSubmitted({ job, state: 'queued', updatedAt: job.acceptedAt, url: null });
    return {
      wire,
      errors: klingErrors,
      taskId: numericId,
      error: ({ code, status, message }) =>
        jsonReply(status, { code: Number(code), message, request_id: this.#requestId() }),
      accepted: (job) => envelope(first(job), this.#requestId()),
      acceptedWithoutId: () => envelope({ status: 'submitted' }, this.#requestId()),
      garbled: '{"code":0,"message":"SUCCEED","data":{"id":"86',
      unknownTask: ({ echo }) =>
        echo['legacy'] === undefined
          ? envelope([], this.#requestId())
          : this.#runtime.refuse('1203'),
    };
  }
}

function wholeNumber(text: string, most: number): number | undefined {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? value : undefined;
}
