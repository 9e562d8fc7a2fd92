/** A result whose bytes are on disk under this digest and size (invariant I7). */
export interface StoredResult {
  /** SHA-256 in lower-case hex: the address in the result store. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Pixels after rotation. */
  readonly width: number;
  readonly height: number;
  /** Seconds; null for images. */
  readonly durationSeconds: number | null;
  readonly hasAudio: boolean;
}
