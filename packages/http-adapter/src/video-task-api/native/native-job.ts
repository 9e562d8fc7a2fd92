import {
  aspectRatios,
  type Asset,
  type Job,
  nativeStatuses,
  projectNativeStatus,
} from '@filmgate/core';
import { z } from 'zod';

/** A job as the native API shows it, but for the signed `videoUrl`, which is fresh at each read. */
export function encodeNativeJob(job: Job): NativeJob {
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

/** An asset as the native API shows it. */
export function encodeAsset(asset: Asset): AssetRecord {
  return {
    assetId: asset.id,
    kind: asset.kind,
    contentType: asset.contentType,
    fileName: asset.fileName,
    size: asset.size,
    sha256: asset.sha256,
    createdAt: isoInstant(asset.createdAt),
  };
}

function isoInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

const instant = z.string().meta({ description: 'ISO 8601.', format: 'date-time' });
const referenceKind = z.enum(['image', 'video', 'audio']);

/** One reference of a native job. */
export const nativeReference = z.strictObject({
  assetId: z.string().max(128),
  kind: referenceKind,
});

/** Request of a native job [native.jobs.options]. */
export const nativeJobBody = z.object({
  plugin: z.string().meta({ description: 'What makes the video: `std`.' }),
  prompt: z.string().meta({ description: '1 to 20000 characters.' }),
  references: z.array(nativeReference).nullish().meta({ description: 'Uploaded assets.' }),
  options: z
    .object({
      seconds: z
        .union([z.int(), z.string()])
        .nullish()
        .meta({ description: 'Whole seconds, 5 to 15 with the standard models; 5 when absent.' }),
      resolution: z.string().nullish().meta({ description: '720p or 1080p; 1080p when absent.' }),
      aspectRatio: z
        .string()
        .nullish()
        .meta({ description: '16:9, 9:16 or 1:1; else from the prompt, else 16:9.' }),
      generateAudio: z.union([z.boolean(), z.enum(['true', 'false'])]).nullish(),
    })
    .nullish(),
});

/** A native job as it is shown [native.jobs.record]. */
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
    description: 'Plays without a header for 24 hours; present once the video is stored.',
  }),
});

export type NativeJob = z.infer<typeof nativeJob>;

/** An uploaded asset [native.assets.created]. */
export const assetRecord = z.object({
  assetId: z.string(),
  kind: referenceKind,
  contentType: z.string(),
  fileName: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  createdAt: instant,
});

export type AssetRecord = z.infer<typeof assetRecord>;
