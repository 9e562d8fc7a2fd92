import {
  type CompatibleStatus,
  compatibleStatuses,
  type Job,
  type JobState,
  jobStates,
  projectCompatibleStatus,
} from '@filmgate/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { matchesEntityTag } from '../../http/entity-tag.ts';
import { noValidation, sendText } from '../../http/route-compilers.ts';
import { mediaResponse, sendResult } from '../../http/signed-media.ts';
import { jobPath, type VideoTaskContext } from '../context.ts';
import { apiUserSecurity, ownerOf, readPolled } from '../credentials.ts';
import { errorResponses, type Failure, jobNotFound, sendFailure, videoWords } from '../failure.ts';
import { creationKey, creationKeyLimits } from './creation-key.ts';
import {
  linkedTaskText,
  taskList,
  taskObject,
  type TasksContext,
  taskText,
} from './task-object.ts';

/** Returns the core states behind one word of a task's status, for filtering a list by it. */
function statesOf(status: CompatibleStatus): readonly JobState[] {
  return jobStates.filter((state) => projectCompatibleStatus(state) === status);
}

const defaultLimit = 20;
const largestLimit = 100;
const keyRule = `must have ${creationKeyLimits.minimum} to ${creationKeyLimits.maximum} characters`;
const limitRule = `must be an integer from 1 to ${largestLimit}`;

/** Query of the task list [tasks.list.limit]. */
const listQuery = z.object({
  search: z
    .string('must be one string')
    .optional()
    .meta({ description: 'Part of the prompt in any case, or a complete ID.' }),
  status: z.enum(compatibleStatuses, `must be one of ${compatibleStatuses.join(', ')}`).optional(),
  limit: z
    .string(limitRule)
    .regex(/^\d{1,3}$/, limitRule)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= largestLimit, limitRule)
    .default(defaultLimit)
    .meta({ description: `1 to ${largestLimit}.` }),
  after: z
    .string('must be one ID')
    .optional()
    .meta({ description: 'ID of the last task of the previous page.' }),
  idempotency_key: z
    .string('must be one key')
    .min(creationKeyLimits.minimum, keyRule)
    .max(creationKeyLimits.maximum, keyRule)
    .optional()
    .meta({
      description:
        'Idempotency-Key of a creation: lists only its task, or nothing if there is none. All other parameters are ignored.',
    }),
  order: z.enum(['asc', 'desc'], 'must be asc or desc').default('desc'),
});

const unknownCursor: Failure = {
  kind: 'payload-invalid',
  message: 'after must be the ID of one of your tasks.',
  param: 'after',
};

/**
 * `GET /v1/videos` [tasks.list.by-key]. By its key a caller learns the result of a creation whose response was lost:
 * the task is listed from the moment it is stored.
 */
export function registerListTasks(app: FastifyInstance, context: TasksContext): void {
  const schema = {
    tags: ['Videos'],
    summary: 'List your tasks',
    security: apiUserSecurity,
    querystring: listQuery,
    response: { 200: taskList, ...errorResponses },
  };
  app.withTypeProvider<ZodTypeProvider>().get('/v1/videos', { schema }, async (request, reply) => {
    const { search, status, limit, after, order, idempotency_key: key } = request.query;
    if (key !== undefined) {
      const made = await taskOfKey(context, ownerOf(request), key);
      // Read after the task, so that a loss in between is visible.
      const history_id = await context.deps.gateway.historyId();
      const jobs = made === undefined ? [] : [made];
      return sendPage(context, reply, { jobs, hasMore: false, ends: { history_id } });
    }
    const page = await context.deps.gateway.list({
      owner: ownerOf(request),
      surface: 'tasks',
      states: status === undefined ? null : statesOf(status),
      models: null,
      accountId: null,
      search: search === undefined || search === '' ? null : [search],
      createdFrom: null,
      createdUntil: null,
      order: order === 'asc' ? 'oldest-first' : 'newest-first',
      after: after ?? null,
      limit,
    });
    if (page.kind === 'cursor-unknown') return sendFailure(reply, unknownCursor);
    if (page.kind === 'invalid-request')
      return sendFailure(reply, { ...page, kind: 'payload-invalid' });
    return sendPage(context, reply, page);
  });
}

/** Returns the task a creation of the owner made under a key. */
async function taskOfKey(
  { deps }: VideoTaskContext,
  owner: string,
  key: string,
): Promise<Job | undefined> {
  const job = (await deps.jobs.findByKey(creationKey(owner, key)))?.job;
  return job?.owner === owner && job.surface === 'tasks' ? job : undefined;
}

async function sendPage(
  context: TasksContext,
  reply: FastifyReply,
  page: {
    readonly jobs: readonly Job[];
    readonly hasMore: boolean;
    readonly ends?: { readonly history_id: string };
  },
): Promise<FastifyReply> {
  const { jobs, hasMore } = page;
  const ends = {
    first_id: jobs[0]?.id ?? null,
    last_id: jobs.at(-1)?.id ?? null,
    has_more: hasMore,
    ...page.ends,
  };
  const data = (await Promise.all(jobs.map((job) => taskText(context, job)))).join(',');
  return sendText(reply, `{"object":"list","data":[${data}],${JSON.stringify(ends).slice(1)}`);
}

/** `GET /v1/videos/:id` [tasks.read.own-200]: polled by clients. */
export function registerGetTask(app: FastifyInstance, context: TasksContext): void {
  const schema = {
    tags: ['Videos'],
    summary: 'Read a task',
    description: 'Poll every 3 to 10 seconds until the status is completed or failed.',
    security: apiUserSecurity,
    params: jobPath,
    response: { 200: taskObject, ...errorResponses },
  };
  const options = { schema, validatorCompiler: noValidation };
  app.get<{ Params: { id: string } }>('/v1/videos/:id', options, async (request, reply) => {
    const job = await readPolled(context, request, { surface: 'tasks', id: request.params.id });
    if (job === undefined) return sendFailure(reply, jobNotFound);
    const url = await context.links.linkTo(job);
    const ifNoneMatch = request.headers['if-none-match'];
    const { status, etag, text } = respondToPoll(context, { job, url, ifNoneMatch });
    if (etag !== null) reply.header('etag', etag).header('cache-control', revalidated);
    reply.code(status);
    return text === null ? reply.send() : sendText(reply, text);
  });
}

/** The response to a poll. */
export interface PollResponse {
  readonly status: 200 | 304;
  /** Sent with `revalidated`; null if the response is not to be cached. */
  readonly etag: string | null;
  /** Null for a caller that has the current text. */
  readonly text: string | null;
}

/** `Cache-Control` of responses with an entity tag. */
export const revalidated = 'private, no-cache';

/**
 * Returns the response to a polling caller: with an entity tag and 304 while there is no `video_url`, which is signed
 * anew at each read and so never the same body.
 *
 * @param url - the video's URL, undefined before the video exists
 */
export function respondToPoll(
  { tasks }: TasksContext,
  {
    job,
    url,
    ifNoneMatch,
  }: {
    readonly job: Job;
    readonly url: string | undefined;
    readonly ifNoneMatch: string | undefined;
  },
): PollResponse {
  if (url !== undefined) return { status: 200, etag: null, text: linkedTaskText(tasks, job, url) };
  const etag = tasks.entityTag(job);
  if (matchesEntityTag(ifNoneMatch, etag)) return { status: 304, etag, text: null };
  return { status: 200, etag, text: tasks.render(job) };
}

const contentQuery = z.object({
  download: z.string().optional().meta({ description: '`1` = as an attachment.' }),
  variant: z.literal('video').optional().meta({ description: 'Only `video` is supported.' }),
});

/** `GET` and `HEAD` on `/v1/videos/:id/content` [tasks.content.video]. */
export function registerTaskContent(app: FastifyInstance, context: VideoTaskContext): void {
  app.route<{ Params: { id: string }; Querystring: { download?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/v1/videos/:id/content',
    schema: {
      tags: ['Videos'],
      summary: 'Download the video',
      security: apiUserSecurity,
      params: jobPath,
      querystring: contentQuery,
      response: { 200: mediaResponse, 206: mediaResponse, ...errorResponses },
    },
    config: { sendsFile: true },
    validatorCompiler: noValidation,
    handler: (request, reply) =>
      sendResult(context, videoWords, {
        request,
        reply,
        job: { owner: ownerOf(request), surface: 'tasks', id: request.params.id },
        isAttachment: request.query.download === '1',
      }),
  });
}
