/** Why a store cannot do what it was asked to, if more is known than "not now". */
export type UnavailableReason =
  /** It lost changes it had acknowledged, and waits for an operator; see `DataLossDetection`. */
  | 'data-loss'
  /** There is no room left for what it was asked to keep: on its disk, or in the memory that it may use. */
  | 'full'
  /** Another process owns it. */
  | 'in-use';

/**
 * A store cannot do what it was asked to: full disk, locked file, lost connection. Any method of a storage port may
 * throw this fault. For writes, `applied` says whether the change certainly did not happen (`no`) or may have
 * (`unknown`; the caller reads again before it decides anything).
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
