import { aspectRatios, type Job, nativeStatuses, projectNativeStatus } from '@filmgate/core';
import { z } from 'zod';
import { createMemoisedJson, type MemoisedJson } from '../../http/memoised-json.ts';
import { type VideoTaskContext, withErrorNamed } from '../context.ts';

/** Encodes a job for the native API, without the signed `videoUrl`, which is new at each read. */
function encodeNativeJob(job: Job): NativeJob {
  const { request, failure } = job;
  return {
    id: job.id,
    plugin: 'std',
    status: projectNativeStatus(job.state),
    progress: Math.floor(job.progress),
    prompt: request.prompt,
    references: request.references.flatMap(({ assetId, kind }) =>
      assetId === null ? [] : [{ assetId, kind }],
    ),
    model: request.model,
    seconds: request.durationSeconds ?? 0,
    resolution: request.resolution,
    aspectRatio: request.aspectRatio,
    generateAudio: request.generateAudio,
    error: failure === null ? null : { code: failure.code, message: failure.message },
    createdAt: isoInstant(job.createdAt),
    updatedAt: isoInstant(job.updatedAt),
    completedAt: job.completedAt === null ? null : isoInstant(job.completedAt),
  };
}

export function isoInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

export const instant = z.string().meta({ description: 'ISO 8601.', format: 'date-time' });
export const referenceKind = z.enum(['image', 'video', 'audio']);

/** A native job in a response [native.jobs.record]. */
export const nativeJob = z.object({
  id: z.string().regex(/^vj_[0-9a-hjkmnp-tv-z]{26}$/),
  plugin: z.literal('std'),
  status: z.enum(nativeStatuses),
  progress: z.int().min(0).max(100),
  prompt: z.string(),
  references: z.array(z.object({ assetId: z.string(), kind: referenceKind })),
  model: z.string(),
  seconds: z.int(),
  resolution: z.string(),
  aspectRatio: z.enum(aspectRatios),
  generateAudio: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
  completedAt: instant.nullable(),
  videoUrl: z.url().optional().meta({
    description: 'Works without credentials for 24 hours; present once the video is stored.',
  }),
});

export type NativeJob = z.infer<typeof nativeJob>;

/** Shared by the routes of this dialect. */
export interface NativeContext extends VideoTaskContext {
  /** Native jobs as JSON text, once per version of a job. */
  readonly nativeJobs: MemoisedJson<Job>;
}

export function createNativeContext(context: VideoTaskContext): NativeContext {
  const nativeJobs = createMemoisedJson((job: Job) =>
    withErrorNamed(context, encodeNativeJob(job)),
  );
  return { ...context, nativeJobs };
}

/** Returns the JSON text of a native job in its present state. */
export async function nativeJobText(
  { nativeJobs, links }: NativeContext,
  job: Job,
): Promise<string> {
  const url = await links.linkTo(job);
  return nativeJobs.render(job, url === undefined ? undefined : { name: 'videoUrl', value: url });
}
