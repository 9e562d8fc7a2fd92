import type { Job, StoredResult, Warning } from '../../job/job.ts';
import type { KeptFile } from '../../job/result-fetch.ts';
import { compareMedia, type MediaMismatch } from '../../media/compare-media.ts';
import { nominalPixels } from '../../media/nominal-pixels.ts';
import type { StagedBlob } from '../../ports/blob-store.ts';
import type { InspectMedia } from '../../ports/inspect-media.ts';

export type ResultVerdict =
  | {
      readonly kind: 'usable';
      readonly result: StoredResult;
      readonly warnings: readonly Warning[];
    }
  /** A media file that is not the result, or not all of it. */
  | { readonly kind: 'unusable'; readonly file: KeptFile; readonly detail: string }
  /** Another response of its host in its place. */
  | { readonly kind: 'no-media'; readonly detail: string };

/** Field of the request that a mismatch is about. */
const paramOf: { readonly [K in MediaMismatch['kind']]: string } = {
  duration: 'seconds',
  'aspect-ratio': 'aspect_ratio',
  size: 'resolution',
  'audio-missing': 'generate_audio',
  'audio-unwanted': 'generate_audio',
};

/** The requested values that a result is compared with. */
type AskedFor = Pick<Job, 'request' | 'expectedSize'>;

/**
 * Checks a staged result against the request. A result that deviates from it, or has a format that a player may not
 * know, is delivered with warnings: it is paid for. So is one that could not be checked in full.
 */
export async function checkResult(
  { request, expectedSize }: AskedFor,
  blob: StagedBlob,
  inspectMedia: InspectMedia,
): Promise<ResultVerdict> {
  const inspection = await inspectMedia(blob, request.mediaType);
  const { sha256, size } = blob;
  if (inspection.kind === 'unusable') {
    const { contentType, message: detail } = inspection;
    return contentType === null
      ? { kind: 'no-media', detail }
      : { kind: 'unusable', file: { sha256, size, contentType }, detail };
  }
  const { note, contentType } = inspection;
  const noted = note === null ? [] : [{ param: 'format', message: note }];
  if (inspection.kind !== 'sound') {
    const measures = { width: null, height: null, durationSeconds: null, hasAudio: null };
    return { kind: 'usable', result: { sha256, size, contentType, ...measures }, warnings: noted };
  }
  const { width, height, durationSeconds, hasAudio } = inspection;
  const mismatches = compareMedia(
    {
      durationSeconds: request.durationSeconds,
      aspectRatio: request.aspectRatio,
      size: nominalPixels(request),
      ...(expectedSize === null ? {} : { trueSize: expectedSize }),
      audio: request.mediaType === 'video' ? request.generateAudio : null,
    },
    inspection,
  );
  const differing = mismatches.map((one) => ({ param: paramOf[one.kind], message: one.message }));
  return {
    kind: 'usable',
    result: { sha256, size, contentType, width, height, durationSeconds, hasAudio },
    warnings: [...noted, ...differing],
  };
}
