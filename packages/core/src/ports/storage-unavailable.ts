/** Reasons why a store cannot do an act, if more is known than "not now". */
export type UnavailableReason =
  /** The store lost changes it had acknowledged, and waits for an operator; see `DataLossDetection`. */
  | 'data-loss'
  /** No room is left: on the store's disk, or in the memory that it may use. */
  | 'full'
  /** Another process owns it. */
  | 'in-use';

/**
 * A store cannot do an act: full disk, locked file, lost connection. Any storage port may throw this. `applied` says
 * that a write did not happen (`no`) or may have happened (`unknown`; the caller reads again before it decides).
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly applied: 'no' | 'unknown';
  readonly reason: UnavailableReason | null;

  constructor(
    message: string,
    options: {
      readonly applied: 'no' | 'unknown';
      readonly reason?: UnavailableReason;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.applied = options.applied;
    this.reason = options.reason ?? null;
  }
}
