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
import { matchesEntityTag } from '../../mechanics/entity-tag.ts';
import { noValidation, sendText } from '../../mechanics/route-compilers.ts';
import { sendResult } from '../../mechanics/signed-media.ts';
import { jobPath, videoResponse, type VideoTaskContext } from '../context.ts';
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

/** The core states that one word of a task's status stands for, for filtering a list by it. */
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
    .string('must be one text')
    .optional()
    .meta({ description: 'Part of the prompt in any case, or a whole id.' }),
  status: z.enum(compatibleStatuses, `must be one of ${compatibleStatuses.join(', ')}`).optional(),
  limit: z
    .string(limitRule)
    .regex(/^\d{1,3}$/, limitRule)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= largestLimit, limitRule)
    .default(defaultLimit)
    .meta({ description: `1 to ${largestLimit}.` }),
  after: z
    .string('must be one id')
    .optional()
    .meta({ description: 'Id of the task the page starts after.' }),
  idempotency_key: z
    .string('must be one key')
    .min(creationKeyLimits.minimum, keyRule)
    .max(creationKeyLimits.maximum, keyRule)
    .optional()
    .meta({
      description:
        'Only the task that a creation with this Idempotency-Key made; an empty list without such a task. The other parameters are then ignored.',
    }),
  order: z.enum(['asc', 'desc'], 'must be asc or desc').default('desc'),
});

const unknownCursor: Failure = {
  kind: 'payload-invalid',
  message: 'after is not one of your tasks.',
  param: 'after',
};

/**
 * `GET /v1/videos` [tasks.list.by-key]. By its key a caller finds out what became of a creation whose response
 * was lost: the task is there from the moment it is stored.
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
      // Asked after the task: a loss in between shows.
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

/** The task a creation of the owner made under a key. */
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

/** `GET /v1/videos/:id` [tasks.read.own-200]: what clients poll. */
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
    const { status, etag, text } = answerPoll(context, { job, url, ifNoneMatch });
    if (etag !== null) reply.header('etag', etag).header('cache-control', revalidated);
    reply.code(status);
    return text === null ? reply.send() : sendText(reply, text);
  });
}

/** How a poll is answered. */
export interface PollResponse {
  readonly status: 200 | 304;
  /** Sent with `revalidated`; null for what is not to be kept. */
  readonly etag: string | null;
  /** Null for a caller that has it already. */
  readonly text: string | null;
}

/** `Cache-Control` of what has an entity tag. */
export const revalidated = 'private, no-cache';

/**
 * What a polling caller gets: an entity tag and 304 while there is no `video_url`, which is signed afresh at each read
 * and so never the same body.
 *
 * @param url - where the video is, undefined before there is one
 */
export function answerPoll(
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
  download: z.string().optional().meta({ description: '`1` makes it an attachment.' }),
  variant: z.literal('video').optional().meta({ description: 'There is no other.' }),
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
      response: { 200: videoResponse, 206: videoResponse, ...errorResponses },
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
