import type { Job } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCodeIn } from '../mechanics/error-codes.ts';
import { noteCall } from '../mechanics/call-log.ts';
import { matchesEntityTag } from '../mechanics/entity-tag.ts';
import { jsonContentType } from '../mechanics/route-compilers.ts';
import { sendStoredResult } from '../mechanics/send-stored-result.ts';
import type { VideoTaskContext } from './context.ts';
import { type Failure, failureBody, failureRules, sendFailure } from './failure.ts';

/** The one answer for unknown, foreign and unfinished: nothing in it tells them apart (I11). */
export const jobNotFound: Failure = {
  kind: 'job-not-found',
  message: 'There is no such task, or its video is not ready.',
};

/** The JSON text of a task as it stands now. */
export async function taskText({ tasks, links }: VideoTaskContext, job: Job): Promise<string> {
  const url = await links.linkTo(job);
  return tasks.render(job, url === undefined ? undefined : { name: 'video_url', value: url });
}

/** The JSON text of a native job as it stands now. */
export async function nativeJobText(
  { nativeJobs, links }: VideoTaskContext,
  job: Job,
): Promise<string> {
  const url = await links.linkTo(job);
  return nativeJobs.render(job, url === undefined ? undefined : { name: 'videoUrl', value: url });
}

/** Sends JSON text. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', jsonContentType).send(text);
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

/** Which job's video to send, and how. */
export interface SendVideo {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly job: { readonly owner: string; readonly surface: Job['surface']; readonly id: string };
  readonly attachment: boolean;
}

/** Sends a job's stored video, or a part of it; takes the reply over [tasks.content.range]. */
export async function sendVideo(
  { deps, bytes }: VideoTaskContext,
  { request, reply, job, attachment }: SendVideo,
): Promise<FastifyReply> {
  const opened = await deps.gateway.openResult(job);
  if (opened.kind === 'not-found') return sendFailure(reply, jobNotFound);
  noteCall(request, { jobId: job.id });
  const failure = rangeNotSatisfiable(opened.result.size);
  return sendStoredResult(
    { bytes, log: deps.log },
    {
      request,
      reply,
      jobId: job.id,
      opened,
      attachment: attachment ? `${job.id}.mp4` : null,
      unsatisfiable: {
        body: failureBody(failure, reply),
        errorCode: errorCodeIn(reply, failureRules[failure.kind].code),
      },
    },
  );
}

function rangeNotSatisfiable(size: number): Failure {
  return { kind: 'range-not-satisfiable', message: `The video has ${size} bytes.`, param: 'Range' };
}
