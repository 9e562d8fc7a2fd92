import { openAiVideos as facts } from '@filmgate/provider-facts';
import { createWire } from '../../engine/described-wire.ts';
import { resultReply } from '../../results/result-reply.ts';
import { pageAfter } from '../../engine/pages.ts';
import { type DescribedRoute, end, list, other, read, submission } from '../../engine/routes.ts';
import type { TaskReport, WireCall, WireSpace } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderReply } from '../../http/provider-request.ts';
import type { MockJob, MockJobState, MockSubmission } from '../../job/mock-job.ts';
import { keptUntil } from '../../job/reported-job.ts';
import { readOpenAiRemix, readOpenAiSubmission } from './openai-submission.ts';

/** Differences between servers of this API [mock.openai-dialect]. */
interface Dialect {
  /** Prefix of its paths; all dialects show the same jobs. */
  readonly prefix: string;
  /** Status of an acceptance. */
  readonly acceptedStatus: number;
  readonly words: { readonly [state in MockJobState]: string };
  readonly seconds: (duration: number) => string | number;
  readonly hasList: boolean;
}

/** OpenAI's own service. */
const standard: Dialect = {
  prefix: '',
  acceptedStatus: 200,
  words: facts.states,
  seconds: String,
  hasList: true,
};

/** All differences of compatible servers at once: a client that reads this reads any of them. */
const compatible: Dialect = {
  prefix: '/compatible',
  acceptedStatus: 202,
  words: { queued: 'queued', running: 'processing', completed: 'succeeded', failed: 'failed' },
  seconds: (duration) => duration,
  hasList: false,
};

/** One model that stands for all those of a server. */
const models = {
  object: 'list',
  data: [{ id: 'sora-2', object: 'model', created: 0, owned_by: 'mock' }],
};

/** OpenAI's videos API, also with the `Idempotency-Key` and the search by it that compatible servers have. */
export const createOpenAiVideos = createWire({
  facts,
  taskId: (digits) => `video_${digits}`,
  missing: 'not_found',
  missingModel: 'model_not_found',
  tooLong: 'request_too_large',
  kept: { fileMs: Infinity },
  servesFiles: true,
  error: ({ code, status, message }) =>
    jsonReply(status, {
      error: { message, type: openAiErrorType(code, status), param: null, code },
    }),
  accepted: (report, { space }) => jsonReply(200, videoOf(report, space, standard)),
  routes: [...routesOf(standard), ...routesOf(compatible)],
});

/** `type`, which distinguishes a rate limit from insufficient credits under one status. */
export function openAiErrorType(code: string, status: number): string {
  if (status === 429) return code === 'rate_limit_exceeded' ? 'requests' : 'insufficient_quota';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

function routesOf(dialect: Dialect): readonly DescribedRoute[] {
  const path = `${dialect.prefix}/v1/videos`;
  const habits = {
    accepted: (report: TaskReport, { space }: WireCall) =>
      jsonReply(dialect.acceptedStatus, videoOf(report, space, dialect)),
    /** A repeated request returns the same video; a different request with the same key is refused. */
    again: (earlier: MockJob, sent: MockSubmission, call: WireCall) =>
      earlier.echo['fingerprint'] === sent.echo['fingerprint']
        ? jsonReply(200, videoOf(call.space.report(earlier, call), call.space, dialect))
        : call.space.refuse('idempotency_key_conflict'),
  };
  const lists = list('list', path, (jobs, call) => page(jobs, call, dialect));
  return [
    submission('create', path, { read: readOpenAiSubmission, ...habits }),
    ...(dialect.hasList ? [lists] : []),
    read('status', `${path}/{id}`, (report, { space }) =>
      jsonReply(200, videoOf(report, space, dialect)),
    ),
    other('content', `${path}/{id}/content`, openAiContent),
    submission('remix', `${path}/{id}/remix`, { read: readOpenAiRemix, ...habits }),
    end('delete', `${path}/{id}`, remove),
    other('models', `${dialect.prefix}/v1/models`, () => jsonReply(200, models)),
  ];
}

function page(listed: readonly MockJob[], call: WireCall, dialect: Dialect) {
  const { url, space } = call;
  const query = url.searchParams;
  const limit = Number(query.get('limit') ?? '20');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return space.refuse('invalid_value', 'limit must be a whole number from 1 to 100');
  const key = query.get('idempotency_key');
  const latestFirst = listed.filter(({ echo }) => key === null || echo['idempotency_key'] === key);
  const jobs = query.get('order') === 'asc' ? latestFirst.toReversed() : latestFirst;
  const found = pageAfter(jobs, { cursor: query.get('after'), limit });
  if (found === undefined) return space.refuse('not_found');
  return jsonReply(200, {
    object: 'list',
    data: found.items.map((job) => videoOf(space.report(job, call), space, dialect)),
    first_id: found.items.at(0)?.id ?? null,
    last_id: found.items.at(-1)?.id ?? null,
    has_more: found.next !== null,
  });
}

/** Only an ended video can be deleted. */
function remove(job: MockJob, { space }: WireCall) {
  const state = space.world.jobs.stateOf(job);
  if (state === 'queued' || state === 'running')
    return space.refuse('invalid_value', 'the video has not ended yet');
  space.end(job);
  return jsonReply(200, { id: job.id, object: 'video.deleted', deleted: true });
}

/** A video job as the official client types it (7.57.0, src/resources/videos.ts). */
function videoOf(
  { job, state, status, progress, failure }: Omit<TaskReport, 'url'>,
  { world }: WireSpace,
  { words, seconds }: Dialect,
) {
  const expiresAt = state === 'completed' ? keptUntil(job, world.clock) : null;
  return {
    id: job.id,
    object: 'video',
    model: job.model,
    status: status === facts.states[state] ? words[state] : status,
    progress,
    prompt: job.prompt,
    seconds: seconds(job.durationSeconds ?? 0),
    size: `${job.width}x${job.height}`,
    created_at: Math.floor(job.acceptedAt / 1_000),
    completed_at: state === 'completed' ? Math.floor(job.endsAt / 1_000) : null,
    expires_at: expiresAt === null ? null : Math.floor(expiresAt / 1_000),
    error: failure,
    remixed_from_video_id: job.echo['remixed_from'] ?? null,
  };
}

/** The video of a job or its still, which this API serves itself. */
export async function openAiContent(call: WireCall): Promise<ProviderReply> {
  const { account, values, space } = call;
  const { world, results, links } = space;
  const variant = call.url.searchParams.get('variant') ?? 'video';
  if (variant !== 'video' && variant !== 'thumbnail')
    return space.refuse('invalid_value', 'variant must be video or thumbnail');
  const missing = () => space.refuse('not_found');
  const job = space.ownJob(account, values['id'] ?? '');
  const until = job === undefined ? null : keptUntil(job, world.clock);
  if (job === undefined || (until !== null && until <= world.clock.now())) return missing();
  if (world.jobs.spendReadFault(job, 'urlMissing')) return missing();
  if (variant === 'thumbnail')
    return world.jobs.stateOf(job) === 'completed' ? await results.still(job) : missing();
  const reading = await results.read(job, call.range);
  return resultReply(reading, { job, base: call.base, links }, (kind) =>
    kind === 'forbidden' ? space.refuse('permission_denied') : missing(),
  );
}
