import { type DataLoss, type Logger, StorageUnavailable } from '@filmgate/core';
import { systemTiming, type Timing } from '../write/timing.ts';
import type { PlacedFile } from './placed-file.ts';

/** How soon it is looked again while the file is not there, in ms. */
const lookAgainMs = 1000;

export interface FileWatchOptions {
  /** Absent for a database in memory. */
  readonly placed?: PlacedFile;
  readonly now: () => number;
  readonly log: Logger | undefined;
  readonly timing?: Pick<Timing, 'after'>;
}

/** Watches whether a database in use is still a file with a name: what is committed to one without is lost at the end of the process. */
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

  /** As last looked; null while the file is there. */
  get gone(): DataLoss | null {
    return this.#gone;
  }

  look(): void {
    const { placed, now, log } = this.#options;
    const isThere = placed?.isThere() ?? true;
    if (!isThere) this.#lookAgain();
    if (isThere === (this.#gone === null)) return;
    this.#gone = isThere ? null : { kind: 'gone', noticedAt: now(), detail };
    if (isThere) log?.info('database-file-back');
    else log?.error('database-file-gone', new Error(detail));
    this.#onChange();
  }

  /** @throws StorageUnavailable while the file is not there */
  require(): void {
    this.look();
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
    this.#callOff ??= after(lookAgainMs, () => {
      this.#callOff = undefined;
      this.look();
    });
  }
}

const detail =
  'The file of the database is not in its place any more: it was deleted, moved or replaced while the gateway used it. Nothing is taken, sent or changed until that very file is back. Otherwise stop the gateway and restore the newest backup.';
