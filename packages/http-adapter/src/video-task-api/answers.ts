import type { Job } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEntityTag } from '../mechanics/entity-tag.ts';
import { sendText } from '../mechanics/route-compilers.ts';
import type { ResultWords } from '../mechanics/signed-media.ts';
import type { VideoTaskContext } from './context.ts';
import { type Failure, videoTaskDialect } from './failure.ts';

/** The one answer for unknown, foreign and unfinished: nothing in it tells them apart (I11). */
export const jobNotFound = {
  kind: 'job-not-found',
  message: 'There is no such task, or its video is not ready.',
} as const satisfies Failure;

/** The JSON text of a task in its present state. */
export async function taskText({ tasks, links }: VideoTaskContext, job: Job): Promise<string> {
  const url = await links.linkTo(job);
  return tasks.render(job, url === undefined ? undefined : { name: 'video_url', value: url });
}

/** The JSON text of a native job in its present state. */
export async function nativeJobText(
  { nativeJobs, links }: VideoTaskContext,
  job: Job,
): Promise<string> {
  const url = await links.linkTo(job);
  return nativeJobs.render(job, url === undefined ? undefined : { name: 'videoUrl', value: url });
}

/**
 * Sends a task to a polling caller: with an entity tag and 304 while there is no `video_url`, which is signed afresh
 * at each read and so never the same body.
 */
export async function sendPolledTask(
  context: VideoTaskContext,
  {
    request,
    reply,
    job,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly job: Job },
): Promise<FastifyReply> {
  const text = await taskText(context, job);
  if (text !== context.tasks.render(job)) return sendText(reply, text);
  const etag = context.tasks.entityTag(job);
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (matchesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return sendText(reply, text);
}

/** How the routes that send a video say what is wrong. */
export const videoWords = {
  dialect: videoTaskDialect,
  notFound: jobNotFound,
  noun: 'video',
} as const satisfies ResultWords;
