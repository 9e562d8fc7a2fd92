import { type Asset, type Job, projectNativeStatus } from '@filmgate/core';
import type { AssetRecord, NativeJob } from '../schemas/native-job.ts';

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
