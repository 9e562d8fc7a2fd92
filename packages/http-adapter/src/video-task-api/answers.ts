import type { Job } from '@filmgate/core';
import { matchesEntityTag } from '../mechanics/entity-tag.ts';
import type { ResultWords } from '../mechanics/signed-media.ts';
import type { VideoTaskContext } from './context.ts';
import { type Failure, videoTaskDialect } from './failure.ts';

/** The one answer for unknown, foreign and unfinished: nothing in it tells them apart (I11). */
export const jobNotFound = {
  kind: 'job-not-found',
  message: 'There is no such task, or its video is not ready.',
} as const satisfies Failure;

/** The JSON text of a task in its present state. */
export async function taskText(context: VideoTaskContext, job: Job): Promise<string> {
  return linkedTaskText(context, job, await context.links.linkTo(job));
}

function linkedTaskText(
  { tasks }: Pick<VideoTaskContext, 'tasks'>,
  job: Job,
  url: string | undefined,
): string {
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

/** How a poll is answered. */
export interface PollAnswer {
  readonly status: 200 | 304;
  /** Sent with `revalidated`; null for what is not to be kept. */
  readonly etag: string | null;
  /** Null for a caller that has it already. */
  readonly text: string | null;
}

/** `Cache-Control` of what has an entity tag. */
export const revalidated = 'private, no-cache';

/**
 * What a polling caller gets: an entity tag and 304 while there is no `video_url`, which is signed afresh at each read and so
 * never the same body.
 *
 * @param url - where the video is, undefined while there is none
 */
export function answerPoll(
  context: Pick<VideoTaskContext, 'tasks'>,
  {
    job,
    url,
    ifNoneMatch,
  }: {
    readonly job: Job;
    readonly url: string | undefined;
    readonly ifNoneMatch: string | undefined;
  },
): PollAnswer {
  const text = linkedTaskText(context, job, url);
  if (url !== undefined) return { status: 200, etag: null, text };
  const etag = context.tasks.entityTag(job);
  if (matchesEntityTag(ifNoneMatch, etag)) return { status: 304, etag, text: null };
  return { status: 200, etag, text };
}

/** How the routes that send a video say what is wrong. */
export const videoWords = {
  dialect: videoTaskDialect,
  notFound: jobNotFound,
  noun: 'video',
} as const satisfies ResultWords;
