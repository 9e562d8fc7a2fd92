import { inspectJpeg } from './inspect-jpeg.ts';
import { inspectPng } from './inspect-png.ts';
import { inspectWebp } from './inspect-webp.ts';

/** What is known of bytes that should be a PNG, JPEG or WebP picture. */
export type ImageInspection =
  | {
      readonly kind: 'sound';
      readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
      /** Pixels as coded; a JPEG's EXIF orientation is not applied. */
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly kind: 'unusable';
      readonly reason: 'empty' | 'not-an-image' | 'truncated' | 'malformed';
      readonly message: string;
    };

export interface ImageInspectionInput {
  readonly bytes: Uint8Array;
  /** `whole`: the picture must also be complete. `head`: the bytes are the beginning, only the size is wanted. */
  readonly extent: 'whole' | 'head';
}

/**
 * Reads a picture's size from its header and, given the whole file, whether its end is there. Never decodes
 * pixels, so a cap on width × height can be applied before anything does.
 */
export function inspectImage({ bytes, extent }: ImageInspectionInput): ImageInspection {
  if (bytes.length === 0)
    return { kind: 'unusable', reason: 'empty', message: 'The image is empty.' };
  const found = inspectPng(bytes) ?? inspectJpeg(bytes) ?? inspectWebp(bytes);
  if (found === undefined) {
    return {
      kind: 'unusable',
      reason: 'not-an-image',
      message: 'The file is not a PNG, JPEG or WebP image.',
    };
  }
  if (found.size === 'missing') {
    return { kind: 'unusable', reason: 'truncated', message: 'The image ends before its size.' };
  }
  const { width, height } = found.size;
  if (width === 0 || height === 0) {
    return {
      kind: 'unusable',
      reason: 'malformed',
      message: 'The header of the image is damaged.',
    };
  }
  if (extent === 'whole' && !found.isComplete()) {
    return { kind: 'unusable', reason: 'truncated', message: 'The image ends early.' };
  }
  return { kind: 'sound', contentType: found.contentType, width, height };
}
