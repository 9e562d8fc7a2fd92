import type { MeasuredMedia } from '../media/compare-media.ts';
import type { MediaType } from '../media/media-type.ts';

/** Random access to stored bytes. */
export interface ByteReader {
  /** Bytes. */
  readonly size: number;
  /** Returns bytes from `offset`, fewer than `length` only at the file's end. Rejects only when the storage fails. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A file that may be known by its digest. */
export interface InspectedFile extends ByteReader {
  /** SHA-256 in lower-case hex: files with one digest are one, and need no second check. Absent = unknown. */
  readonly sha256?: string;
}

/** Reasons why a file cannot be delivered as the video or image it should be. */
export type UnusableReason =
  | 'empty'
  | 'not-a-video'
  | 'not-an-image'
  | 'truncated'
  | 'malformed'
  | 'no-video-track';

/** A file that must not be delivered. */
export interface UnusableMedia {
  readonly kind: 'unusable';
  readonly reason: UnusableReason;
  /** Media type that its bytes show; null when they show none. */
  readonly contentType: string | null;
  /** A sentence for the job's owner. It quotes nothing from the file except names of its parts. */
  readonly message: string;
}

/**
 * Result of the inspection:
 *
 * - `sound`: everything that the file's own tables name is there; only decoding could show more
 * - `unmeasured`: a video or image of a format that is recognised but not read further
 * - `unchecked`: a video or image that costs more to check than any honest one does
 * - `unusable`: must not be delivered
 *
 * `note`: information for someone who plays it, a sentence for the job's owner; null when none.
 */
export type MediaInspection =
  | (MeasuredMedia & {
      readonly kind: 'sound';
      readonly contentType: string;
      readonly note: string | null;
    })
  | {
      readonly kind: 'unmeasured' | 'unchecked';
      readonly contentType: string;
      readonly note: string;
    }
  | UnusableMedia;

/**
 * Decides if a stored file is a whole video or image, and measures an MP4 or QuickTime video, a PNG, a JPEG or a WebP.
 * Any coding is fine: the file is paid for. The bytes come from a provider and are hostile: whatever they claim, the
 * call costs bounded time and memory, reads nothing outside the file, and returns. It never calls a file sound that
 * lacks a part it names itself.
 *
 * @throws errors of the reader, and faults of its own; never because of the content
 */
export type InspectMedia = (file: InspectedFile, mediaType: MediaType) => Promise<MediaInspection>;

/**
 * Returns the content type of a media file by its first `headBytes` bytes, or all of a smaller file. Undefined if it is
 * none, for example a page: `InspectMedia` calls no file that begins so a video or image.
 */
export type RecogniseMedia = (head: Uint8Array) => string | undefined;
