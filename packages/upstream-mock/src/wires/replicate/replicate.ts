import { errorOf, replicate as facts } from '@filmgate/provider-facts';
import { standardWebhookHeaders } from '../../callbacks/standard-webhook.ts';
import { createWire } from '../../engine/described-wire.ts';
import { pageAfter } from '../../engine/pages.ts';
import { end, list, other, read, submission, type SubmissionWait } from '../../engine/routes.ts';
import type { TaskReport, WireCall, WireSpace } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { receiveFile } from './replicate-files.ts';
import { readPrediction } from './replicate-submission.ts';

/** Input and output are removed after an hour (replicate.com/docs/topics/predictions, read 2026-11-25). */
const keptMs = 3_600_000;

const pageSize = 100;

const begun = (report: TaskReport, { space }: WireCall) =>
  jsonReply(201, predictionOf(report, space));

/** Replicate: predictions of any model, by its name or its version. */
export const createReplicate = createWire({
  facts,
  taskId: (digits) =>
    `${BigInt(`0x${digits}`).toString(36).padStart(19, '0')}${digits.slice(0, 7)}`,
  missing: 'not_found',
  missingModel: 'not_found',
  tooLong: 'bad_request',
  kept: { fileMs: keptMs },
  error: ({ code, status, message }) => {
    // These have only a text, which never varies.
    if (code === facts.refusals.rate_limited || code === 'not_found') {
      const { message: detail } = errorOf(facts, code);
      return jsonReply(status, code === 'not_found' ? { detail, status } : { detail });
    }
    const title = code.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
    return jsonReply(status, { title, detail: message, status });
  },
  invalid: ({ field, message }, space) =>
    space.refuse(facts.refusals.invalid, `- ${field ?? 'input'}: ${message}`),
  accepted: begun,
  routes: [
    submission('create', '/v1/predictions', {
      read: readPrediction,
      missingModel: 'invalid_version_or_not_permitted',
      wait: waitOf,
    }),
    submission('create-by-model', '/v1/models/{owner}/{name}/predictions', {
      read: readPrediction,
      wait: waitOf,
    }),
    list('list', '/v1/predictions', listPredictions),
    read('status', '/v1/predictions/{id}', (report, { space }) =>
      jsonReply(200, predictionOf(report, space)),
    ),
    end('cancel', '/v1/predictions/{id}/cancel', {
      act: (job, call) => {
        const { world } = call.space;
        world.jobs.cancel(job.id);
        const report = call.space.report(world.jobs.find(job.id) ?? job, call);
        return jsonReply(200, predictionOf(report, call.space));
      },
      method: 'POST',
    }),
    other('upload', '/v1/files', { method: 'POST', respond: receiveFile }),
    other('account', '/v1/account', userOf),
    other('secret', '/v1/webhooks/default/secret', ({ account, space }) =>
      jsonReply(200, { key: secretOf(space.seed, account) }),
    ),
  ],
  callback: (report, callback, space) => {
    const isOutput = callback.event === 'output';
    const body = JSON.stringify((isOutput ? runningWithOutput : predictionOf)(report, space));
    const secret = secretOf(space.seed, callback.job.account);
    return { body, headers: standardWebhookHeaders(secret, callback, body) };
  },
});

/** Secret that signs an account's webhooks. */
function secretOf(seed: string, account: string): string {
  const key = keyedDigest(seed, 'replicate webhook secret', account);
  return `whsec_${key.toString('base64', 0, 24)}`;
}

/** The user name must not reveal the key, which is a secret. */
function userOf({ account, space }: WireCall): ProviderResponse {
  const digits = keyedDigest(space.seed, 'replicate', 'user', account).toString('hex', 0, 6);
  const name = `user-${digits}`;
  return jsonReply(200, { type: 'user', username: name, name, github_url: '' });
}

function listPredictions(jobs: readonly MockJob[], call: WireCall): ProviderResponse {
  const { space, url, base } = call;
  const page = pageAfter(jobs, { cursor: url.searchParams.get('cursor'), limit: pageSize });
  if (page === undefined) return space.refuse('not_found');
  const next = page.next === null ? null : `${base}/v1/predictions?cursor=${page.next}`;
  const results = page.items.map((job) => predictionOf(space.report(job, call), space));
  return jsonReply(200, { previous: null, next, results });
}

/**
 * Maximum and default time that a request is held open, in s
 * (replicate.com/docs/topics/predictions/create-a-prediction, "Sync mode", read 2026-11-28).
 */
const longestWait = 60;

/** Wait that a `Prefer` header requests (RFC 7240: `wait`, `wait=10`); undefined if absent or unreadable. */
function waitOf(call: WireCall): SubmissionWait | undefined {
  const header = call.header('prefer') ?? '';
  const [found, seconds = longestWait] =
    /(?:^|,)\s*wait(?:=(\d{1,6}))?\s*(?:,|$)/i.exec(header) ?? [];
  const wait = Math.min(longestWait, Number(seconds));
  const isWaiting = found !== undefined && wait > 0 && !call.wait.isFull;
  return isWaiting ? { latestMs: wait * 1_000, respond: begun } : undefined;
}

/**
 * A prediction as the official client types it (replicate 1.4.0, index.d.ts). Texts and states as
 * replicate.com/docs/topics/predictions/lifecycle has them (read 2026-11-25).
 */
function predictionOf(report: TaskReport, { world: { clock } }: WireSpace) {
  const { job, state, isOpen, failure, base, now } = report;
  const { echo, acceptedAt, runsAt, endsAt, deadline } = job;
  const one = `${base}/v1/predictions/${job.id}`;
  const isRemoved = now >= endsAt + clock.scaled(job.instructions.resultKeptMs ?? keptMs);
  const input: unknown = isRemoved ? {} : JSON.parse(echo['input'] ?? '{}');
  return {
    id: job.id,
    model: job.model,
    version: echo['version'] ?? 'hidden',
    input,
    logs: '',
    output: state === 'completed' && !isRemoved ? outputOf(job, report.url) : null,
    data_removed: isRemoved,
    error: failure?.message ?? null,
    source: 'api',
    status: statusOf(report),
    created_at: time(acceptedAt),
    ...(state !== 'queued' && { started_at: time(runsAt) }),
    ...(!isOpen && {
      completed_at: time(endsAt),
      metrics: {
        predict_time: (endsAt - runsAt) / 1_000,
        total_time: (endsAt - acceptedAt) / 1_000,
      },
    }),
    ...(deadline !== undefined && { deadline: time(deadline) }),
    urls: { get: one, cancel: `${one}/cancel` },
  };
}

/** A prediction that has an output, but has not ended. */
function runningWithOutput(report: TaskReport, space: WireSpace) {
  const { output } = predictionOf(report, space);
  const running = { state: 'running', isOpen: true, status: facts.states.running } as const;
  return { ...predictionOf({ ...report, ...running }, space), output };
}

/** A deadline before the start aborts a prediction; any other early end cancels it. */
function statusOf({ job: { canceledAt, deadline, runsAt }, state, status }: TaskReport): string {
  if (state !== 'failed' || canceledAt === undefined) return status;
  return canceledAt === deadline && canceledAt <= runsAt ? 'aborted' : status;
}

/** Shape of the output: it depends on the model, and here on the model's name. */
function outputOf({ model }: MockJob, url: string | null): unknown {
  if (url === null) return null;
  if (model.endsWith('-as-list')) return [url];
  return model.endsWith('-as-object') ? { video: url } : url;
}

function time(instant: number): string {
  return new Date(instant).toISOString();
}
