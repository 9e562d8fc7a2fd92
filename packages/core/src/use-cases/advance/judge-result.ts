import type { Job, StoredResult, Warning } from '../../job/job.ts';
import { compareMedia, type MeasuredMedia, type MediaMismatch } from '../../media/compare-media.ts';
import { inspectImage } from '../../media/inspect-image.ts';
import { inspectMp4 } from '../../media/inspect-mp4.ts';
import { nominalPixels } from '../../media/nominal-pixels.ts';
import { readHeadOnce } from '../../media/mp4-byte-reader.ts';
import type { StagedBlob } from '../../ports/blob-store.ts';

export type ResultJudgement =
  | {
      readonly kind: 'usable';
      readonly result: StoredResult;
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: 'unusable'; readonly detail: string };

/** Pictures are inspected whole; a larger one is refused rather than read into memory. Bytes. */
const largestImageBytes = 64 * 1024 * 1024;

/** The field of the request a mismatch is about. */
const paramOf: { readonly [K in MediaMismatch['kind']]: string } = {
  duration: 'seconds',
  'aspect-ratio': 'aspect_ratio',
  size: 'resolution',
  'audio-missing': 'generate_audio',
  'audio-unwanted': 'generate_audio',
};

/** What a result is held against. */
type AskedFor = Pick<Job, 'request' | 'expectedSize'>;

/** Whether a staged result is what the request asked for: broken ones are refused, deviating ones warned about. */
export function judgeResult(job: AskedFor, blob: StagedBlob): Promise<ResultJudgement> {
  return job.request.mediaType === 'video' ? judgeVideo(job, blob) : judgeImage(job, blob);
}

async function judgeVideo(job: AskedFor, blob: StagedBlob): Promise<ResultJudgement> {
  const inspection = await inspectMp4(readHeadOnce(blob));
  if (inspection.kind === 'unusable') return { kind: 'unusable', detail: inspection.message };
  const { width, height, durationSeconds, hasAudio } = inspection;
  return usable(job, blob, {
    contentType: 'video/mp4',
    width,
    height,
    durationSeconds,
    hasAudio,
  });
}

async function judgeImage(job: AskedFor, blob: StagedBlob): Promise<ResultJudgement> {
  if (blob.size > largestImageBytes) return { kind: 'unusable', detail: 'The image is too large.' };
  const inspection = inspectImage({ bytes: await blob.read(0, blob.size), extent: 'whole' });
  if (inspection.kind === 'unusable') return { kind: 'unusable', detail: inspection.message };
  const { contentType, width, height } = inspection;
  return usable(job, blob, {
    contentType,
    width,
    height,
    durationSeconds: null,
    hasAudio: false,
  });
}

function usable(
  { request, expectedSize }: AskedFor,
  { sha256, size }: StagedBlob,
  measured: MeasuredMedia & { readonly contentType: string },
): ResultJudgement {
  const mismatches = compareMedia(
    {
      durationSeconds: request.durationSeconds,
      aspectRatio: request.aspectRatio,
      size: nominalPixels(request),
      ...(expectedSize === null ? {} : { trueSize: expectedSize }),
      audio: request.mediaType === 'video' ? request.generateAudio : null,
    },
    measured,
  );
  return {
    kind: 'usable',
    result: { sha256, size, ...measured },
    warnings: mismatches.map(({ kind, message }) => ({ param: paramOf[kind], message })),
  };
}
