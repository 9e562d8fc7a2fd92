import {
  aspectRatios,
  compatibleStatuses,
  type Job,
  nominalPixels,
  projectCompatibleStatus,
  type Warning,
} from '@filmgate/core';
import { z } from 'zod';
import { createMemoisedJson, type MemoisedJson } from '../../http/memoised-json.ts';
import { type VideoTaskContext, withErrorNamed } from '../context.ts';

/** Encodes a job for this API, without the signed URL of its result, which is new at each read. */
function encodeTask(job: Job): TaskObject {
  const { request } = job;
  const { width, height } = nominalPixels(request);
  const { failure } = job;
  return {
    id: job.id,
    task_id: job.id,
    object: request.mediaType,
    status: projectCompatibleStatus(job.state),
    progress: Math.floor(job.progress),
    model: request.model,
    seconds: request.durationSeconds ?? 0,
    resolution: request.resolution,
    aspect_ratio: request.aspectRatio,
    size: `${width}x${height}`,
    generate_audio: request.generateAudio,
    prompt: request.prompt,
    created_at: unixSeconds(job.createdAt),
    completed_at: job.completedAt === null ? null : unixSeconds(job.completedAt),
    expires_at: job.resultExpiresAt === null ? null : unixSeconds(job.resultExpiresAt),
    error: failure === null ? null : { code: failure.code, message: failure.message },
    remixed_from_video_id: null,
    warnings: [...job.warnings, ...fetchWarnings(job)].map(({ param, message }) => ({
      param,
      message,
    })),
  };
}

/** Shown while the result is finished at the provider and its copy is still missing. */
function fetchWarnings({ state, resultFetch, request: { mediaType } }: Job): readonly Warning[] {
  const since = state === 'storing' ? (resultFetch?.awaitsSince ?? null) : null;
  if (since === null) return [];
  const instant = new Date(since).toISOString();
  const message = `The ${mediaType} is finished, but its download has been failing since ${instant}. Retrying automatically.`;
  return [{ param: `${mediaType}_url`, message }];
}

function unixSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000);
}

const unixTime = z.int().meta({ description: 'Unix seconds.' });

/** A task in a response [tasks.object.fields]. */
export const taskObject = z.object({
  id: z.string().regex(/^vt_[0-9a-hjkmnp-tv-z]{26}$/),
  task_id: z.string().meta({ description: 'Same value as `id`.' }),
  object: z.enum(['video', 'image']),
  status: z.enum(compatibleStatuses),
  progress: z.int().min(0).max(100).meta({ description: 'Percent; never decreases.' }),
  model: z.string().meta({ description: 'Canonical model ID.' }),
  seconds: z.int().meta({ description: '0 for images.' }),
  resolution: z.string(),
  aspect_ratio: z.enum(aspectRatios),
  size: z.string().meta({ description: 'Nominal pixels, such as `1920x1080`.' }),
  generate_audio: z.boolean(),
  prompt: z.string(),
  created_at: unixTime,
  completed_at: unixTime.nullable(),
  expires_at: unixTime.nullable().meta({ description: 'Removal of the stored result.' }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  remixed_from_video_id: z.null(),
  warnings: z.array(z.object({ param: z.string(), message: z.string() })),
  video_url: z.url().optional().meta({
    description: 'Works without credentials for 24 hours; present once the video is stored.',
  }),
  image_url: z.url().optional().meta({ description: 'In place of `video_url`, for images.' }),
});

export type TaskObject = z.infer<typeof taskObject>;

/** A page of tasks [tasks.list.shape]. */
export const taskList = z.object({
  object: z.literal('list'),
  data: z.array(taskObject),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
  history_id: z.string().optional().meta({
    description:
      'Only with `idempotency_key`. ID of the history of the service: while unchanged, no task was forgotten. Changes after a data loss of the service.',
  }),
});

/** Shared by the routes of this dialect. */
export interface TasksContext extends VideoTaskContext {
  /** Tasks as JSON text, once per version of a job. */
  readonly tasks: MemoisedJson<Job>;
}

export function createTasksContext(context: VideoTaskContext): TasksContext {
  const tasks = createMemoisedJson((job: Job) => withErrorNamed(context, encodeTask(job)));
  return { ...context, tasks };
}

/** Returns the JSON text of a task in its present state. */
export async function taskText({ tasks, links }: TasksContext, job: Job): Promise<string> {
  const url = await links.linkTo(job);
  return url === undefined ? tasks.render(job) : linkedTaskText(tasks, job, url);
}

/** Returns the JSON text of a task whose result is ready [tasks.image-calls.tasks]. */
export function linkedTaskText(tasks: MemoisedJson<Job>, job: Job, url: string): string {
  return tasks.render(job, { name: `${job.request.mediaType}_url`, value: url });
}
