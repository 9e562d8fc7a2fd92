import type { AspectRatio } from './aspect-ratio.ts';

/** The requested media, as far as it can be measured. */
export interface RequestedMedia {
  /** Seconds; null for images. */
  readonly durationSeconds: number | null;
  readonly aspectRatio: AspectRatio;
  /** Nominal pixels; null when only the ratio matters. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /**
   * Pixels the endpoint really makes, which go before the nominal ones and before the ratio's own numbers; `as-made` =
   * any are right. Absent = the nominal ones.
   */
  readonly trueSize?: { readonly width: number; readonly height: number } | 'as-made';
  /** True if sound was requested; null when either is fine, and for images. */
  readonly audio: boolean | null;
}

/** Measurements of the stored file. */
export interface MeasuredMedia {
  /** Seconds; null for images. */
  readonly durationSeconds: number | null;
  /** Pixels after rotation. */
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
}

/** One difference between the result and the request. The result is delivered anyway. */
export interface MediaMismatch {
  readonly kind: 'duration' | 'aspect-ratio' | 'size' | 'audio-missing' | 'audio-unwanted';
  /** Message for the caller. */
  readonly message: string;
}

/** Seconds a duration may differ: generators count frames, and sound runs on for part of one. */
const DURATION_TOLERANCE_SECONDS = 0.5;
/** Part of the wanted value that a ratio or a side may differ: codecs round sides to 8 or 16 pixels. */
const RATIO_TOLERANCE = 0.02;

/** Absorbs binary rounding, so that exactly the tolerance is still within it. */
const ROUNDING = 1e-9;

/** Compares a result with its request. An empty list means no difference. */
export function compareMedia(
  requested: RequestedMedia,
  measured: MeasuredMedia,
): readonly MediaMismatch[] {
  const found = [
    compareDuration(requested.durationSeconds, measured.durationSeconds),
    compareRatio(requested, measured),
    compareSize(requested, measured),
    compareAudio(requested.audio, measured.hasAudio),
  ];
  return found.filter((mismatch) => mismatch !== undefined);
}

function compareDuration(wanted: number | null, actual: number | null): MediaMismatch | undefined {
  if (wanted === null || actual === null) return undefined;
  if (Math.abs(wanted - actual) <= DURATION_TOLERANCE_SECONDS + ROUNDING) return undefined;
  const message = `${wanted} seconds were requested; the result has ${Number(actual.toFixed(2))} seconds.`;
  return { kind: 'duration', message };
}

function compareRatio(
  { aspectRatio, trueSize }: RequestedMedia,
  { width, height }: MeasuredMedia,
): MediaMismatch | undefined {
  if (trueSize === 'as-made') return undefined;
  const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
  const wanted = trueSize === undefined ? across / down : trueSize.width / trueSize.height;
  if (isClose(width / height, wanted)) return undefined;
  return {
    kind: 'aspect-ratio',
    message: `${aspectRatio} was requested; the result is ${width}x${height}.`,
  };
}

/** Compares the short sides: the ratio, compared apart, gives the long one. */
function compareSize(
  { size: nominal, trueSize }: RequestedMedia,
  { width, height }: MeasuredMedia,
): MediaMismatch | undefined {
  if (trueSize === 'as-made') return undefined;
  const size = trueSize ?? nominal;
  if (size === null || isClose(Math.min(width, height), Math.min(size.width, size.height)))
    return undefined;
  const message = `${size.width}x${size.height} was requested; the result is ${width}x${height}.`;
  return { kind: 'size', message };
}

function compareAudio(wanted: boolean | null, actual: boolean): MediaMismatch | undefined {
  if (wanted === null || wanted === actual) return undefined;
  return wanted
    ? { kind: 'audio-missing', message: 'Sound was requested; the result has no sound.' }
    : { kind: 'audio-unwanted', message: 'No sound was requested; the result has sound.' };
}

function isClose(actual: number, wanted: number): boolean {
  return Math.abs(actual / wanted - 1) <= RATIO_TOLERANCE + ROUNDING;
}
