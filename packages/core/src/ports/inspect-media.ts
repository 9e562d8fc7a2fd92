import type { MeasuredMedia } from '../media/compare-media.ts';
import type { MediaType } from '../media/media-type.ts';

/** Random access to bytes that lie somewhere. */
export interface ByteReader {
  /** Bytes. */
  readonly size: number;
  /**
   * The bytes from `offset`, fewer than `length` only where the file ends. Rejects when the storage fails, never
   * because of what the bytes are.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A file whose bytes may be told by their digest. */
export interface InspectedFile extends ByteReader {
  /** SHA-256 in lower-case hex: files with one digest are one, and need no second look. Absent = not known. */
  readonly sha256?: string;
}

/** Why a file cannot be delivered as the video or image it should be. */
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
  /** What media file its bytes say that it is; null when they say nothing of the kind. */
  readonly contentType: string | null;
  /** A sentence for the job's owner. It quotes nothing from the file except names of its parts. */
  readonly message: string;
}

/**
 * What the inspection found:
 *
 * - `sound`: everything that the file's own tables name is there; only decoding could tell more
 * - `unmeasured`: a video or image of a form that is recognised and not read further
 * - `unchecked`: a video or image that costs more to check than any honest one does
 * - `unusable`: what must not be delivered
 *
 * `note`: what someone who plays it may need to know, a sentence for the job's owner; null when nothing.
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
 * Decides whether a stored file is a whole video or image, and measures it where it is an MP4 or QuickTime film, a PNG, a JPEG or a
 * WebP. Any coding will do: the file is paid for. The bytes come from a provider and are hostile: whatever they claim, the call costs
 * bounded time and memory, reads nothing outside the file, and answers. It never calls a file sound that lacks a part it names itself.
 *
 * @throws what the reader throws, and faults of its own; never because of what the bytes are
 */
export type InspectMedia = (file: InspectedFile, mediaType: MediaType) => Promise<MediaInspection>;

/**
 * The content type of a media file by its beginning: its first `headBytes` bytes, or the whole of a smaller file. Undefined for what is no
 * media file, such as a page: `InspectMedia` calls no file that begins so a video or image.
 */
export type RecogniseMedia = (head: Uint8Array) => string | undefined;
