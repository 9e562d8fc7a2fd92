import type { Job } from '@filmgate/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { sendText, taskText } from '../../answers.ts';
import type { VideoTaskContext } from '../../context.ts';
import { creationKey } from '../../creation-key.ts';
import { ownerOf } from '../../credentials.ts';
import type { Failure } from '../../failure.ts';
import { sendFailure } from '../../failure-response.ts';
import { statesOf } from '../../job-status.ts';
import { apiUserSecurity, errorAnswers } from '../../route-description.ts';
import { listQuery } from '../../schemas/list-query.ts';
import { taskList } from '../../schemas/task-object.ts';

const unknownCursor: Failure = {
  kind: 'payload-invalid',
  message: 'after is not one of your tasks.',
  param: 'after',
};

/**
 * `GET /v1/videos` [tasks.list.by-key]. By its key a caller finds out what became of a creation whose answer
 * was lost: the task is there from the moment it is stored.
 */
export function registerListTasks(app: FastifyInstance, context: VideoTaskContext): void {
  const schema = {
    tags: ['Videos'],
    summary: 'List your tasks',
    security: apiUserSecurity,
    querystring: listQuery,
    response: { 200: taskList, ...errorAnswers },
  };
  app.withTypeProvider<ZodTypeProvider>().get('/v1/videos', { schema }, async (request, reply) => {
    const { search, status, limit, after, order, idempotency_key: key } = request.query;
    if (key !== undefined) {
      const made = await taskOfKey(context, ownerOf(request), key);
      return sendPage(context, reply, { jobs: made === undefined ? [] : [made], hasMore: false });
    }
    const page = await context.deps.gateway.list({
      owner: ownerOf(request),
      origin: 'tasks',
      states: status === undefined ? null : statesOf(status),
      model: null,
      accountId: null,
      search: search === undefined || search === '' ? null : search,
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
  return job?.owner === owner && job.origin === 'tasks' ? job : undefined;
}

async function sendPage(
  context: VideoTaskContext,
  reply: FastifyReply,
  { jobs, hasMore }: { readonly jobs: readonly Job[]; readonly hasMore: boolean },
): Promise<FastifyReply> {
  const ends = {
    first_id: jobs[0]?.id ?? null,
    last_id: jobs.at(-1)?.id ?? null,
    has_more: hasMore,
  };
  const data = (await Promise.all(jobs.map((job) => taskText(context, job)))).join(',');
  return sendText(reply, `{"object":"list","data":[${data}],${JSON.stringify(ends).slice(1)}`);
}
