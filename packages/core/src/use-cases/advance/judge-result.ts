import type { Job, StoredResult, Warning } from '../../job/job.ts';
import { compareMedia, type MediaMismatch } from '../../media/compare-media.ts';
import { nominalPixels } from '../../media/nominal-pixels.ts';
import type { StagedBlob } from '../../ports/blob-store.ts';
import type { InspectMedia } from '../../ports/inspect-media.ts';

export type ResultJudgement =
  | {
      readonly kind: 'usable';
      readonly result: StoredResult;
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: 'unusable'; readonly detail: string };

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
export async function judgeResult(
  { request, expectedSize }: AskedFor,
  blob: StagedBlob,
  inspectMedia: InspectMedia,
): Promise<ResultJudgement> {
  const inspection = await inspectMedia(blob, request.mediaType);
  if (inspection.kind === 'unusable') return { kind: 'unusable', detail: inspection.message };
  const { kind: _, ...measured } = inspection;
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
    result: { sha256: blob.sha256, size: blob.size, ...measured },
    warnings: mismatches.map(({ kind, message }) => ({ param: paramOf[kind], message })),
  };
}
