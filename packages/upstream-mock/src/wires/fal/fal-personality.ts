import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
} from '../../http/provider-request.ts';
import type { WordCallback } from '../../job/word-callback.ts';
import { callbackUrlProblem } from '../../callbacks/callback-url.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { reportedState } from '../../job/reported-job.ts';
import { readKey } from '../../engine/authorization.ts';
import { readJsonBody } from '../../engine/json-body.ts';
import { missingModel } from '../../engine/missing-model.ts';
import { lateResponse } from '../../engine/late-response.ts';
import { modelInputSchema } from '../../engine/model-input.ts';
import { pageAfter } from '../../engine/page-after.ts';
import type { Personality, PersonalityCall, PersonalityContext } from '../../engine/personality.ts';
import { rowOf } from '../../engine/provider-error.ts';
import { createResultLinks, type ResultLinks } from '../../results/result-links.ts';
import {
  createDialectRuntime,
  type DialectRuntime,
  type Dialect,
} from '../../engine/dialect-runtime.ts';
import { appOf, type FalAddress, falAddress, falHosts, falRoute } from './fal-address.ts';
import { falErrorReply, falErrors } from './fal-errors.ts';
import { falQueueDialect, falRunDialect, ofRequest } from './fal-dialect.ts';
import { falKeySet, falUserId, falWebhookHeaders } from './fal-signature.ts';
import { historyQuery } from './fal-history.ts';
import { falFailure, falHistoryItem, falResult, falStatus, falWebhook } from './fal-request.ts';

const wire = 'fal';

/** Host whose callers wait for the end of their request. */
const waitingHost = 'fal.run';

/** fal keeps media for at least 7 days by default (fal.ai/docs, "Media Expiration", read 2026-11-25). */
const keptMs = 7 * 24 * 3_600_000;

/** fal: the queue of its applications, and the history of finished requests. */
export function createFal(context: PersonalityContext): Personality {
  return new Fal(context);
}

class Fal implements Personality {
  readonly hosts = falHosts;
  readonly #context: PersonalityContext;
  readonly links: ResultLinks;
  readonly wordCallback: WordCallback = ({ job, at, sentAt, isForged }) => {
    const { seed } = this.#context;
    const state = reportedState(job, at);
    const isDone = state === 'completed';
    const url = isDone ? this.links.to(job, job.callback?.base ?? '') : null;
    const body = JSON.stringify(falWebhook(job, state, url));
    const sent = {
      requestId: job.id,
      userId: falUserId(seed, job.account),
      timestamp: Math.floor(sentAt / 1_000),
      body: Buffer.from(body),
    };
    return { body, headers: falWebhookHeaders(isForged ? `forger of ${seed}` : seed, sent) };
  };

  constructor(context: PersonalityContext) {
    this.#context = context;
    this.links = createResultLinks(context, { wire, keptMs });
  }

  async handle(call: PersonalityCall): Promise<ProviderReply> {
    const address = falAddress(call);
    const route = falRoute(address.url);
    if (route.kind === 'keys' && address.method === 'GET')
      return jsonReply(200, falKeySet(this.#context.seed));
    const { exchanges } = this.#context.world.requestHistory;
    exchanges.routes(route.kind === 'request' ? route.part : route.kind);
    const runtime = createDialectRuntime(this.#context.world, this.#mannerOf(call, address));
    const admission = runtime.admit(readKey(call));
    if (admission.kind === 'refused') return admission.reply;
    const { account } = admission;
    const exchange: Exchange = { call, address, runtime, account };
    switch (route.kind) {
      case 'history':
        return address.method === 'GET' ? this.#history(exchange) : runtime.refuse('not_found');
      case 'request':
        return this.#request(exchange, route);
      case 'submission':
        return address.method === 'POST'
          ? this.#submit(exchange, route.endpoint)
          : runtime.refuse('not_found');
      case 'keys':
      case 'unknown':
        return runtime.refuse('not_found');
    }
  }

  async #submit(
    { call, address, runtime, account }: Exchange,
    endpoint: string,
  ): Promise<ProviderReply> {
    const waits = address.host === waitingHost;
    if (!waits && address.host !== null && !address.host.startsWith('queue.'))
      return runtime.refuse('bad_request', 'the mock only speaks as queue.fal.run and fal.run');
    if (waits && call.wait.isFull) return runtime.refuse('too_many_concurrent');
    if (appOf(endpoint).split('/').includes(missingModel)) return runtime.refuse('not_found');
    const webhook = address.url.searchParams.get('fal_webhook');
    const problem = callbackUrlProblem(webhook);
    if (problem !== undefined) return runtime.refuse('bad_request', `fal_webhook: ${problem}`);
    const body = await readJsonBody(call, modelInputSchema);
    if (body.kind === 'too-long') return runtime.refuse('file_too_large');
    if (body.kind === 'invalid') {
      const row = rowOf(falErrors, body.field === 'prompt' ? 'missing' : 'value_error');
      return falErrorReply({ ...row, message: body.message }, body.field ?? undefined);
    }
    const { submission, echo, seed } = body.value;
    return runtime.submit(account, {
      ...submission,
      model: endpoint,
      correlationId: body.digest,
      wire,
      ...(webhook !== null && {
        callback: { url: webhook, events: ['ended'], base: call.base },
      }),
      echo: { input: JSON.stringify(echo), ...(seed !== null && { seed: String(seed) }) },
    });
  }

  async #request(
    exchange: Exchange,
    { app, id, part }: Extract<ReturnType<typeof falRoute>, { readonly kind: 'request' }>,
  ): Promise<ProviderReply> {
    const { runtime, account, address } = exchange;
    const own = runtime.ownJob(account, id);
    const job = own !== undefined && appOf(own.model) === app ? own : undefined;
    switch (`${address.method} ${part}`) {
      case 'GET status':
        return this.#read(exchange, job, (known) => this.#status(known, address));
      case 'GET result':
        return this.#read(exchange, job, (known) => this.#result(known, exchange.call));
      case 'PUT cancel':
        return job === undefined
          ? jsonReply(404, { status: 'NOT_FOUND' })
          : runtime.cancel(job, () => this.#cancel(job));
      default:
        return runtime.refuse('not_found');
    }
  }

  /** Reads a request, unless its tokens disturb the read. */
  #read(
    { runtime }: Exchange,
    job: MockJob | undefined,
    report: (job: MockJob) => ProviderResponse,
  ): ProviderReply {
    if (job === undefined) return runtime.refuse('not_found');
    const reply = runtime.disturbedRead(job) ?? report(job);
    return reply.kind === 'response' ? ofRequest(job, reply) : reply;
  }

  #status(job: MockJob, { queue }: FalAddress): ProviderResponse {
    const state = this.#context.world.reportedState(job);
    const isOpen = state === 'queued' || state === 'running';
    return jsonReply(isOpen ? 202 : 200, falStatus(job, state, queue));
  }

  /** Callers of `fal.run` wait for the result. */
  #mannerOf(call: PersonalityCall, address: FalAddress): Dialect {
    if (address.host !== waitingHost) return falQueueDialect(address);
    const { world } = this.#context;
    const tooLong = () => falErrorReply(rowOf(falErrors, 'request_timeout'));
    const report = (job: MockJob) => ofRequest(job, this.#result(job, call));
    return falRunDialect(address, {
      accepted: (job) =>
        ofRequest(job, jsonReply(200, falResult(job, this.links.to(job, call.base)))),
      late: (job) => lateResponse(call, world, { job, report, tooLong }),
    });
  }

  #result(job: MockJob, call: PersonalityCall): ProviderResponse {
    const { world } = this.#context;
    switch (world.reportedState(job)) {
      case 'queued':
      case 'running':
        return jsonReply(400, { detail: 'Request is still in progress' });
      case 'failed':
        return falErrorReply(falFailure(job), 'prompt');
      case 'completed': {
        const isKeptBack = world.spendReadFault(job, 'urlMissing');
        const url = isKeptBack ? null : this.links.to(job, call.base);
        const headers = { 'x-fal-billable-units': String(job.charge) };
        return { ...jsonReply(200, falResult(job, url)), headers };
      }
    }
  }

  #cancel(job: MockJob): ProviderReply {
    const { world } = this.#context;
    const state = world.stateOf(job);
    if (state === 'completed' || state === 'failed')
      return jsonReply(400, { status: 'ALREADY_COMPLETED' });
    world.cancel(job.id);
    return state === 'queued'
      ? jsonReply(200, { status: 'OK' })
      : jsonReply(202, { status: 'CANCELLATION_REQUESTED' });
  }

  /** Finished requests of one endpoint, latest first. */
  #history({ address, runtime, account, call }: Exchange): ProviderReply {
    const query = historyQuery(address.url.searchParams);
    if (query.kind === 'invalid') return invalidQuery(query.message);
    const ruled = runtime.ruled('list', account);
    if (ruled !== undefined) return ruled;
    const { world } = this.#context;
    const found = runtime.listed(account).filter((job) => query.has(job, world.reportedState(job)));
    const page = pageAfter(found, query);
    if (page === undefined) return invalidQuery('cursor is unknown');
    const output = (job: MockJob) => falResult(job, this.links.to(job, call.base));
    return jsonReply(200, {
      items: page.items.map((job) =>
        falHistoryItem(job, world.reportedState(job), query.hasPayloads ? output(job) : null),
      ),
      next_cursor: page.next,
      has_more: page.next !== null,
    });
  }
}

/** The platform's own routes have another error shape than the queue. */
function invalidQuery(message: string): ProviderResponse {
  return jsonReply(400, { error: { type: 'validation_error', message } });
}

/** A call with its context. */
interface Exchange {
  readonly call: PersonalityCall;
  readonly address: FalAddress;
  readonly runtime: DialectRuntime;
  readonly account: string;
}
