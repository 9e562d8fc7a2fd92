import * as z from 'zod';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
} from '../../http/provider-request.ts';
import type { WordCallback } from '../../job/word-callback.ts';
import { callbackUrlProblem } from '../../callbacks/callback-url.ts';
import { standardWebhookHeaders } from '../../callbacks/standard-webhook.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { reportedState } from '../../job/reported-job.ts';
import { readBearer } from '../../engine/authorization.ts';
import { decodedSegment } from '../../engine/decoded-segment.ts';
import { readJsonBody } from '../../engine/json-body.ts';
import { missingModel } from '../../engine/missing-model.ts';
import { lateResponse } from '../../engine/late-response.ts';
import { modelInputSchema } from '../../engine/model-input.ts';
import { pageAfter } from '../../engine/page-after.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { replicateErrorReply, replicateErrors } from './replicate-errors.ts';
import { replicatePrediction } from './replicate-prediction.ts';
import { cancelAfterMs, preferredWaitMs } from './replicate-times.ts';
import { replicateEvents, replicateSecret, replicateWebhookFields } from './replicate-webhook.ts';

const wire = 'replicate';

/** Input and output are removed after an hour (replicate.com/docs/topics/predictions, read 2026-11-25). */
const keptMs = 3_600_000;

const pageSize = 100;

const bodySchema = z.object({
  version: z.string().min(1).max(200).optional(),
  input: modelInputSchema,
  ...replicateWebhookFields,
});

/** Replicate: predictions of any model, by its name or its version. */
export function createReplicate(context: PersonalityContext): Personality {
  return new Replicate(context);
}

/** A call with its context. */
interface Exchange {
  readonly call: PersonalityCall;
  readonly runtime: DialectRuntime;
  readonly account: string;
}

class Replicate implements Personality {
  readonly #context: PersonalityContext;
  readonly links: ResultLinks;
  readonly wordCallback: WordCallback = (callback) => {
    const { job, event, at } = callback;
    const base = job.callback?.base ?? '';
    const reported = event === 'processing' ? 'running' : reportedState(job, at);
    const url = reported === 'completed' ? this.links.to(job, base) : null;
    const facts = { job, state: reported, api: `${base}/v1`, url, isRemoved: false };
    const prediction = replicatePrediction(facts);
    const running = replicatePrediction({ ...facts, state: 'running' });
    const body = JSON.stringify(
      event === 'output' ? { ...running, output: prediction.output } : prediction,
    );
    const secret = replicateSecret(this.#context.seed, job.account);
    return { body, headers: standardWebhookHeaders(secret, callback, body) };
  };

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.links = createResultLinks(context, { wire, keptMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const { pathname } = call.url;
    const runtime = createDialectRuntime(this.#context.world, this.#mannerAt(call));
    const admission = runtime.admit(readBearer(call));
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    const exchange: Exchange = { call, runtime, account };
    const [, model] = /^\/v1\/models\/([^/]+\/[^/]+)\/predictions$/.exec(pathname) ?? [];
    if (call.method === 'POST' && (model !== undefined || pathname === '/v1/predictions')) {
      return this.#submit(exchange, model === undefined ? null : decodedSegment(model));
    }
    if (call.method === 'GET' && pathname === '/v1/predictions') return this.#list(exchange);
    if (call.method === 'GET' && pathname === '/v1/account') {
      return jsonReply(200, this.#user(account));
    }
    if (call.method === 'GET' && pathname === '/v1/webhooks/default/secret') {
      return jsonReply(200, { key: replicateSecret(this.#context.seed, account) });
    }
    return this.#prediction(exchange);
  }

  /** The user name must not reveal the key, which is a secret. */
  #user(account: string): object {
    const digits = keyedDigest(this.#context.seed, wire, 'user', account).toString('hex', 0, 6);
    const name = `user-${digits}`;
    return { type: 'user', username: name, name, github_url: '' };
  }

  async #submit(exchange: Exchange, model: string | null): Promise<ProviderReply> {
    const { call, runtime, account } = exchange;
    const invalid = (why: string) => runtime.refuse('input_validation_failed', `- ${why}`);
    const deadlineMs = cancelAfterMs(call.header('cancel-after'));
    if (deadlineMs === 'unreadable')
      return runtime.refuse('bad_request', 'Cancel-After must be a duration of at least 5 seconds');
    const body = await readJsonBody(call, bodySchema);
    if (body.kind === 'too-long') return runtime.refuse('bad_request', 'the body is too long');
    if (body.kind === 'invalid') return invalid(`${body.field ?? 'input'}: ${body.message}`);
    const { input, version } = body.value;
    const named = nameOf(model, version);
    if (named === undefined) return invalid('version is required');
    if (stripMagicTokens(named.model).split('/').includes(missingModel)) {
      return runtime.refuse(model === null ? 'invalid_version_or_not_permitted' : 'not_found');
    }
    const { webhook, webhook_events_filter: filter } = body.value;
    const hasWebhook = typeof webhook === 'string';
    const problem = hasWebhook ? callbackUrlProblem(webhook) : undefined;
    if (problem !== undefined) return invalid(`webhook: ${problem}`);
    const { clock } = this.#context.world;
    return runtime.submit(account, {
      ...input.submission,
      model: named.model,
      correlationId: body.digest,
      wire,
      ...(deadlineMs !== null && { deadlineMs }),
      ...(hasWebhook && {
        callback: { url: webhook, events: replicateEvents(filter), base: call.base },
      }),
      echo: {
        input: JSON.stringify(input.echo),
        ...(named.version !== null && { version: named.version }),
        ...(deadlineMs !== null && { deadline: String(clock.now() + clock.scaled(deadlineMs)) }),
      },
    });
  }

  async #prediction({ call, runtime, account }: Exchange): Promise<ProviderReply> {
    const [, id = '', cancel] =
      /^\/v1\/predictions\/([\w-]{1,80})(\/cancel)?$/.exec(call.url.pathname) ?? [];
    const job = runtime.ownJob(account, id);
    if (job === undefined) return runtime.refuse('not_found');
    if (call.method === 'GET' && cancel === undefined)
      return runtime.disturbedRead(job) ?? this.#reported(job, call);
    if (call.method !== 'POST' || cancel === undefined) return runtime.refuse('not_found');
    return runtime.cancel(job, () => {
      this.#context.world.cancel(job.id);
      return this.#reported(runtime.ownJob(account, id) ?? job, call);
    });
  }

  #list({ call, runtime, account }: Exchange): ProviderReply {
    const ruled = runtime.ruled('list', account);
    if (ruled !== undefined) return ruled;
    const cursor = call.url.searchParams.get('cursor');
    const page = pageAfter(runtime.listed(account), { cursor, limit: pageSize });
    if (page === undefined) return runtime.refuse('not_found', 'Invalid cursor');
    const next = page.next === null ? null : `${apiOf(call)}/predictions?cursor=${page.next}`;
    const results = page.items.map((job) => this.#fields(job, call));
    return jsonReply(200, { previous: null, next, results });
  }

  #reported(job: MockJob, call: PersonalityCall): ProviderResponse {
    return jsonReply(200, this.#fields(job, call));
  }

  #fields(job: MockJob, call: PersonalityCall) {
    const { world } = this.#context;
    const { clock } = world;
    const state = world.reportedState(job);
    const keptUntil = job.endsAt + clock.scaled(job.instructions.resultKeptMs ?? keptMs);
    const isRemoved = clock.now() >= keptUntil;
    const url = isRemoved ? null : this.links.reported(job, state, call.base);
    return replicatePrediction({ job, state, api: apiOf(call), url, isRemoved });
  }

  /** The prediction when it has ended, or its current state when the wait is over. */
  #late(job: MockJob, call: PersonalityCall, waitMs: number): Promise<ProviderReply> {
    const { world } = this.#context;
    const latest = job.acceptedAt + world.clock.scaled(waitMs);
    const report = (known: MockJob) => jsonReply(201, this.#fields(known, call));
    return lateResponse(call, world, { job, latest, report });
  }

  #mannerAt(call: PersonalityCall): Dialect {
    const api = apiOf(call);
    const waitMs = call.wait.isFull ? null : preferredWaitMs(call.header('prefer'));
    const begun = (job: MockJob) =>
      replicatePrediction({ job, state: 'queued', api, url: null, isRemoved: false });
    return {
      wire,
      errors: replicateErrors,
      taskId: (digits) =>
        `${BigInt(`0x${digits}`).toString(36).padStart(19, '0')}${digits.slice(0, 7)}`,
      error: replicateErrorReply,
      accepted: (job) => jsonReply(201, begun(job)),
      acceptedWithoutId: (job) => jsonReply(201, { ...begun(job), id: undefined, urls: {} }),
      ...(waitMs !== null && { late: (job) => this.#late(job, call, waitMs) }),
      garbled: '{"id":"',
      unknownTask: () => replicateErrorReply({ code: 'not_found', status: 404, message: notFound }),
    };
  }
}

const notFound = 'The requested resource could not be found.';

function apiOf({ base }: PersonalityCall): string {
  return `${base}/v1`;
}

/** The model of a submission: from its path or its version, which is `owner/name`, a digest, or both. */
function nameOf(model: string | null, version: string | undefined) {
  if (model !== null) return { model, version: null };
  if (version === undefined) return undefined;
  const [name = '', digest] = version.split(/:(?=[\da-f]+$)/);
  return { model: name, version: digest ?? (name.includes('/') ? null : name) };
}
