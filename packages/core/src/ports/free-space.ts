/**
 * Whether the disk still has the room that is kept for results. Below the mark nothing that callers bring is taken in, so
 * that videos that were paid for can still be stored.
 */
export interface FreeSpace {
  /** What was read last, a moment ago at most; a disk that cannot be read is not called low. */
  isLow(): Promise<boolean>;
}
