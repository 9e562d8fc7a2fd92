/** Bytes being checked before they count: on disk under a temporary name, synced, with size and digest known. */
export interface StagedBlob {
  readonly sha256: string;
  readonly size: number;
  /** Reads up to `length` bytes at `offset`; shorter only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export type StageOutcome =
  | { readonly kind: 'staged'; readonly blob: StagedBlob }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-large'; readonly maxBytes: number }
  /** The source ended before `expectedBytes`, or went past it. */
  | { readonly kind: 'length-mismatch'; readonly received: number };

/** An open blob for positional reads; many readers may share one. */
export interface OpenBlob {
  readonly size: number;
  /** Fills `target` from `position`; resolves with the bytes read, 0 at the end. */
  readInto(target: Uint8Array, position: number): Promise<number>;
  /** Must be called once. Until then the bytes stay readable even if the blob is removed. */
  close(): Promise<void>;
}

/**
 * Bytes by digest, for assets and results alike. A blob either is whole under its digest or does not exist (I7): temp
 * file, digest while writing, fsync, rename, fsync of the folder. When the disk fails or is full it throws
 * `StorageUnavailable` and leaves nothing behind.
 */
export interface BlobStore {
  /**
   * Reads the source to its end into a temporary blob, and counts the bytes. Pieces may be of any size, even one byte
   * each: a store with slow writes gathers them first. If the source throws, it leaves nothing behind and rethrows.
   */
  stage(input: {
    readonly source: AsyncIterable<Uint8Array>;
    readonly maxBytes: number;
    readonly expectedBytes: number | null;
  }): Promise<StageOutcome>;
  /** Makes a staged blob durable under its digest; if the bytes exist already, that is an equal success. */
  commit(blob: StagedBlob): Promise<void>;
  /** Drops a staged blob; safe to repeat and after `commit`. */
  discard(blob: StagedBlob): Promise<void>;
  /** Returns the blob, or undefined when the store does not have it. */
  open(sha256: string): Promise<OpenBlob | undefined>;
  /** Removes a blob; a missing blob is success. With `writtenBefore`, a blob that was kept again since then stays. */
  remove(sha256: string, only?: { readonly writtenBefore: number }): Promise<void>;
  /** Digests last written before the instant, up to `limit`, from `after` on; drops temporary files older than it. */
  sweepCandidates(input: {
    readonly writtenBefore: number;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /** Bytes free for new blobs, or null when unknown. */
  freeBytes(): Promise<number | null>;
}
