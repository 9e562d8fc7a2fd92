import { type DataLoss, type Logger, StorageUnavailable } from '@filmgate/core';
import { systemTiming, type Timing } from '../write/timing.ts';
import type { LocatedFile } from './located-file.ts';

/** Interval between checks while the file is missing, in ms. */
const checkAgainMs = 1000;

export interface FileWatchOptions {
  /** Absent for a database in memory. */
  readonly located?: LocatedFile;
  readonly now: () => number;
  readonly log: Logger | undefined;
  readonly timing?: Pick<Timing, 'after'>;
}

/** Checks that the file of a database still has a name: otherwise changes are lost at the end of the process. */
export class FileWatch {
  readonly #options: FileWatchOptions;
  readonly #onChange: () => void;
  #gone: DataLoss | null = null;
  #callOff: (() => void) | undefined;
  #isStopped = false;

  constructor(options: FileWatchOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  /** Result of the last check; null while the file exists. */
  get gone(): DataLoss | null {
    return this.#gone;
  }

  check(): void {
    const { located, now, log } = this.#options;
    const isThere = located?.isThere() ?? true;
    if (!isThere) this.#lookAgain();
    if (isThere === (this.#gone === null)) return;
    this.#gone = isThere ? null : { kind: 'gone', noticedAt: now(), detail };
    if (isThere) log?.info('database-file-back');
    else log?.error('database-file-gone', new Error(detail));
    this.#onChange();
  }

  /** @throws StorageUnavailable while the file is missing */
  require(): void {
    this.check();
    if (this.#gone !== null)
      throw new StorageUnavailable(detail, { applied: 'no', reason: 'data-loss' });
  }

  stop(): void {
    this.#isStopped = true;
    this.#callOff?.();
  }

  #lookAgain(): void {
    if (this.#isStopped) return;
    const { after } = this.#options.timing ?? systemTiming;
    this.#callOff ??= after(checkAgainMs, () => {
      this.#callOff = undefined;
      this.check();
    });
  }
}

const detail =
  'The database file was deleted, moved or replaced while the gateway was using it. All job processing is stopped until the same file is back. Otherwise stop the gateway and restore the newest backup.';
