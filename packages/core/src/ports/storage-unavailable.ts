/** Why a store cannot do what was asked, where more than "not now" is known. */
export type UnavailableReason =
  /** It lost changes it had answered, and waits for an operator; see `DataLossDetection`. */
  'data-loss';

/**
 * A store cannot do what was asked: full disk, locked file, lost connection. A fault, thrown by any storage
 * port method. For writes, `applied` says whether the change is known not to have happened (`no`) or cannot
 * be told (`unknown`; the caller re-reads before it decides anything).
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
