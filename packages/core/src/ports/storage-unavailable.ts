/**
 * A store cannot do what was asked: full disk, locked file, lost connection. A fault, thrown by any storage
 * port method. For writes, `applied` says whether the change is known not to have happened (`no`) or cannot
 * be told (`unknown`; the caller re-reads before it decides anything).
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly applied: 'no' | 'unknown';

  constructor(
    message: string,
    options: { readonly applied: 'no' | 'unknown'; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.applied = options.applied;
  }
}
