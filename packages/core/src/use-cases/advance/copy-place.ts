/** The place of one copy among those under way on this machine. */
export interface CopyPlace {
  /**
   * Takes what the copy turned out to need, in bytes; false = not beside the others: give the place back, the copy comes again
   * when there is room.
   */
  grow(bytes: number): boolean;
  /** How far the copy is, in bytes. */
  reached(bytes: number): void;
  /** Bytes the other copies under way have announced and not written yet. */
  outstandingOfOthers(): number;
}
