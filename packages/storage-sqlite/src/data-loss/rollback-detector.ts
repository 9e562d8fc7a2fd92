import { randomUUID } from 'node:crypto';
import { type Logger, type DataLoss, StorageUnavailable, notifyListener } from '@filmgate/core';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { Saved } from '../write/batch.ts';
import { systemTiming } from '../write/timing.ts';
import {
  createBaselineFile,
  detectRollback,
  moveBaseline,
  type Past,
  type BaselineFile,
} from './baseline-file.ts';
import { FileWatch, type FileWatchOptions } from './file-watch.ts';
import { locateFile } from './located-file.ts';

/** Interval of baseline writes while changes are committed, in ms. A copy younger than that is not detected. */
const baselineEveryMs = 1000;

const goneBackSchema = z.object({ noticedAt: z.number(), detail: z.string() });

interface PastRow {
  readonly historyId: string | null;
  readonly incarnation: number;
  readonly commits: number;
  readonly gone_back: string | null;
}

export interface RollbackDetectorOptions extends FileWatchOptions {
  readonly database: SqliteDatabase;
  /** Absent = an older copy in place of the database is not detected, unless it is marked as a copy. */
  readonly file: BaselineFile | undefined;
  /** Creates a unique id for a history; absent = random. */
  readonly newHistoryId?: () => string;
}

/**
 * Detects that a store went back to an older state. Counts the store's commits and records the count in a separate
 * file, the baseline. A database with fewer commits than its baseline is an older copy, and a database at another
 * location may be one. Until an operator acknowledges that, nothing is counted or recorded, so that every opening
 * detects it again. A database whose file was removed accepts no change until the file is back: changes would be lost
 * at the end of the process.
 */
export class RollbackDetector implements Saved {
  readonly #options: RollbackDetectorOptions;
  readonly #total: Database.Statement<[], number>;
  readonly #count: { run(commits: number): unknown };
  readonly #watch: FileWatch;
  readonly #listeners = new Set<(lost: DataLoss | null) => void>();
  #past: Past;
  #seen: Past | null;
  #lost: DataLoss | null;
  #totalBefore: number;
  /** Cancels the next write of the baseline. */
  #callOff: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isStopped = false;
  #isFailing = false;

  private constructor(
    options: RollbackDetectorOptions,
    found: { readonly past: Past; readonly seen: Past | null; readonly lost: DataLoss | null },
  ) {
    const { connection, kysely } = options.database;
    this.#options = options;
    this.#watch = new FileWatch(options, () => this.#report());
    this.#past = found.past;
    this.#seen = found.seen;
    this.#lost = found.lost;
    this.#total = connection.prepare<[], number>('select total_changes()').pluck();
    this.#count = options.database.prepare(kysely.updateTable('store').set({ commits: 0 }));
    this.#totalBefore = this.#total.get() ?? 0;
  }

  /** Compares a database with its baseline. To be called before the opening is counted, which changes the database. */
  static async open(options: RollbackDetectorOptions): Promise<RollbackDetector> {
    const { database, file, now, newHistoryId = randomUUID } = options;
    const row = readRow(database);
    const seen = file === undefined ? null : await file.read();
    const location = options.located?.location ?? null;
    const verdict = file === undefined ? undefined : detectRollback({ ...row, location }, seen);
    const { incarnation, commits } = row;
    const own = row.historyId ?? (verdict?.kind === 'whole' ? verdict.historyId : newHistoryId());
    const past: Past = { historyId: own, incarnation, commits, location };
    if (row.gone_back !== null) {
      const reported = goneBackSchema.parse(JSON.parse(row.gone_back));
      return new RollbackDetector(options, {
        past,
        seen,
        lost: { kind: 'went-back', ...reported },
      });
    }
    if (verdict?.kind === 'went-back' || verdict?.kind === 'elsewhere')
      return new RollbackDetector(options, { past, seen, lost: { ...verdict, noticedAt: now() } });
    if (file !== undefined && row.historyId === null) {
      // The baseline first: after an interruption in between, the next opening finds numbers that agree.
      await file.write(past);
      database.all(
        database.kysely.updateTable('store').set({ history_id: own }).returning('history_id'),
      );
    }
    return new RollbackDetector(options, { past, seen, lost: null });
  }

  /** Loss the operator has to acknowledge; null while no loss is known. */
  get lost(): DataLoss | null {
    return this.#watch.gone ?? this.#lost;
  }

  /** Error for every call that needs the complete history; null while no loss is known. */
  refusal(): StorageUnavailable | null {
    const { lost } = this;
    if (lost === null) return null;
    return new StorageUnavailable(lost.detail, { applied: 'no', reason: 'data-loss' });
  }

  onChange(listener: (lost: DataLoss | null) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Writes this opening to the baseline, once it is counted. From now on a copy from before it is detected. */
  async begin(): Promise<void> {
    this.#past = { ...this.#past, incarnation: readRow(this.#options.database).incarnation };
    await this.#writeBaseline();
  }

  /** Writes what is committed so far to the baseline, nothing later. If that fails, it stays slightly behind. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#callOff?.();
    this.#watch.stop();
    await this.#writing;
    await this.#writeBaselineOrReport();
  }

  /** Checks that the database is still the file that was opened. */
  check(): void {
    this.#watch.check();
  }

  isDirty(): boolean {
    return this.#total.get() !== this.#totalBefore;
  }

  /** @throws StorageUnavailable while the file is missing: committed changes would be lost */
  flush(): void {
    this.#watch.require();
    if (this.#lost === null) this.#count.run(this.#past.commits + 1);
  }

  flushed(): void {
    const total = this.#total.get() ?? 0;
    const isCounted = this.#lost === null && total !== this.#totalBefore;
    this.#totalBefore = total;
    if (!isCounted) return;
    this.#past = { ...this.#past, commits: this.#past.commits + 1 };
    this.#writeBaselineSoon();
  }

  /**
   * Begins a history in which the current state of the database is complete. `save` writes the given columns durably.
   * The baseline first: after an interruption in between, the loss is detected again.
   */
  async resume(
    save: (columns: Pick<Past, 'historyId' | 'commits'>) => Promise<void>,
  ): Promise<void> {
    this.#watch.require();
    const commits = Math.max(this.#past.commits, this.#seen?.commits ?? 0) + 1;
    const { newHistoryId = randomUUID } = this.#options;
    const next: Past = { ...this.#past, historyId: newHistoryId(), commits };
    await this.#options.file?.write(next);
    await save(next);
    this.#past = next;
    this.#seen = next;
    this.#lost = null;
    this.#report();
  }

  #report(): void {
    const { lost } = this;
    const failed = (error: unknown) => this.#options.log?.error('data-loss-listener-failed', error);
    for (const listener of this.#listeners) notifyListener(() => listener(lost), failed);
  }

  #writeBaselineSoon(): void {
    if (this.#options.file === undefined || this.#isStopped) return;
    const { after } = this.#options.timing ?? systemTiming;
    this.#callOff ??= after(baselineEveryMs, () => {
      this.#writing = this.#writeBaselineOrReport().finally(() => {
        this.#callOff = undefined;
        if (this.#seen?.commits !== this.#past.commits) this.#writeBaselineSoon();
      });
    });
  }

  /** A full or missing disk only leaves the baseline behind. It is reported once; every later write retries. */
  async #writeBaselineOrReport(): Promise<void> {
    try {
      await this.#writeBaseline();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#options.log?.error('baseline-not-written', error);
      this.#isFailing = true;
    }
  }

  async #writeBaseline(): Promise<void> {
    const { file } = this.#options;
    const past = this.#past;
    this.check();
    if (file === undefined || this.lost !== null || past === this.#seen) return;
    await file.write(past);
    this.#seen = past;
  }
}

/** Opens the rollback detection of a database whose baseline is at its path, or still at its former path. */
export async function openPast(options: {
  readonly database: SqliteDatabase;
  /** Real path of the database; absent for one in memory. */
  readonly file?: string;
  readonly baseline?: string;
  readonly formerBaseline?: string;
  readonly log: Logger | undefined;
}): Promise<RollbackDetector> {
  const { database, baseline, formerBaseline, log, file: path } = options;
  const file = baseline === undefined ? undefined : createBaselineFile(baseline);
  if (file !== undefined && formerBaseline !== undefined)
    await moveBaseline(createBaselineFile(formerBaseline), file);
  const located = path === undefined ? {} : { located: locateFile(path) };
  return RollbackDetector.open({ database, file, ...located, now: Date.now, log });
}

function readRow(database: SqliteDatabase): PastRow {
  const columns = ['history_id as historyId', 'incarnation', 'commits', 'gone_back'] as const;
  const [row] = database.all(database.kysely.selectFrom('store').select(columns));
  if (row === undefined) throw new Error('The database has no history ID.');
  return row;
}
