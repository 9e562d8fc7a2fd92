import { randomUUID } from 'node:crypto';
import { type Logger, type DataLoss, StorageUnavailable, tellListener } from '@filmgate/core';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { Saved } from '../write/batch.ts';
import { systemTiming } from '../write/timing.ts';
import {
  createBaselineFile,
  judgePast,
  moveBaseline,
  type Past,
  type BaselineFile,
} from './baseline-file.ts';
import { FileWatch, type FileWatchOptions } from './file-watch.ts';
import { placeFile } from './placed-file.ts';

/** While something is committed the baseline is written that often, in ms: a younger copy goes unnoticed. */
const baselineEveryMs = 1000;

const goneBackSchema = z.object({ noticedAt: z.number(), detail: z.string() });

interface PastRow {
  readonly historyId: string | null;
  readonly incarnation: number;
  readonly commits: number;
  readonly gone_back: string | null;
}

export interface StorePastOptions extends FileWatchOptions {
  readonly database: SqliteDatabase;
  /** Absent = a copy in the place of the database goes unnoticed, unless it says so itself. */
  readonly file: BaselineFile | undefined;
  /** Names a history as no other is named; absent = at random. */
  readonly newHistoryId?: () => string;
}

/**
 * The past of a store: counts its commits, and notes how many in a file of its own, the baseline. A database with fewer
 * commits than its baseline is an older copy, and one that lies elsewhere may be one; nothing is counted or noted then until an operator
 * acknowledged it, so that every opening notices it again. A database whose file was taken away takes no change until the file is back:
 * what was changed would be lost at the end of the process.
 */
export class StorePast implements Saved {
  readonly #options: StorePastOptions;
  readonly #total: Database.Statement<[], number>;
  readonly #count: { run(commits: number): unknown };
  readonly #watch: FileWatch;
  readonly #listeners = new Set<(lost: DataLoss | null) => void>();
  #past: Past;
  #seen: Past | null;
  #lost: DataLoss | null;
  #totalBefore: number;
  /** Calls off the next writing of the baseline. */
  #callOff: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isStopped = false;
  #isFailing = false;

  private constructor(
    options: StorePastOptions,
    found: { readonly past: Past; readonly seen: Past | null; readonly lost: DataLoss | null },
  ) {
    const { connection, kysely } = options.database;
    this.#options = options;
    this.#watch = new FileWatch(options, () => this.#tell());
    this.#past = found.past;
    this.#seen = found.seen;
    this.#lost = found.lost;
    this.#total = connection.prepare<[], number>('select total_changes()').pluck();
    this.#count = options.database.prepare(kysely.updateTable('store').set({ commits: 0 }));
    this.#totalBefore = this.#total.get() ?? 0;
  }

  /** Compares the database with its baseline. To be called before the opening is counted, since that changes the database. */
  static async open(options: StorePastOptions): Promise<StorePast> {
    const { database, file, now, newHistoryId = randomUUID } = options;
    const row = readRow(database);
    const seen = file === undefined ? null : await file.read();
    const place = options.placed?.place ?? null;
    const verdict = file === undefined ? undefined : judgePast({ ...row, place }, seen);
    const { incarnation, commits } = row;
    const own = row.historyId ?? (verdict?.kind === 'whole' ? verdict.historyId : newHistoryId());
    const past: Past = { historyId: own, incarnation, commits, place };
    if (row.gone_back !== null) {
      const told = goneBackSchema.parse(JSON.parse(row.gone_back));
      return new StorePast(options, { past, seen, lost: { kind: 'went-back', ...told } });
    }
    if (verdict?.kind === 'went-back' || verdict?.kind === 'elsewhere')
      return new StorePast(options, { past, seen, lost: { ...verdict, noticedAt: now() } });
    if (file !== undefined && row.historyId === null) {
      // The baseline first: cut short in between, the next opening finds numbers that agree.
      await file.write(past);
      database.all(database.kysely.updateTable('store').set({ lineage: own }).returning('lineage'));
    }
    return new StorePast(options, { past, seen, lost: null });
  }

  /** What the operator has to acknowledge; null while nothing is known to be lost. */
  get lost(): DataLoss | null {
    return this.#watch.gone ?? this.#lost;
  }

  /** What every call that needs the whole past is refused with; null while nothing is known to be lost. */
  refusal(): StorageUnavailable | null {
    const { lost } = this;
    if (lost === null) return null;
    return new StorageUnavailable(lost.detail, { applied: 'no', reason: 'data-loss' });
  }

  onChange(listener: (lost: DataLoss | null) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Writes this opening to the baseline, once it is counted: a copy from before it is noticed from now on. */
  async begin(): Promise<void> {
    this.#past = { ...this.#past, incarnation: readRow(this.#options.database).incarnation };
    await this.#writeBaseline();
  }

  /** Writes what is committed by then to the baseline, and nothing later. What cannot be written leaves the baseline a little behind. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#callOff?.();
    this.#watch.stop();
    await this.#writing;
    await this.#writeBaselineOrTell();
  }

  /** Looks whether the database is still the file that was opened. */
  look(): void {
    this.#watch.look();
  }

  isDirty(): boolean {
    return this.#total.get() !== this.#totalBefore;
  }

  /** @throws StorageUnavailable while the file is not there: nothing would be left of what is committed */
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
   * Begins a history in which the database is what it is now. `save` writes the columns it is given, durably. The baseline first: cut
   * short in between, the loss is simply noticed again.
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
    this.#tell();
  }

  #tell(): void {
    const { lost } = this;
    const failed = (error: unknown) => this.#options.log?.error('data-loss-listener-failed', error);
    for (const listener of this.#listeners) tellListener(() => listener(lost), failed);
  }

  #writeBaselineSoon(): void {
    if (this.#options.file === undefined || this.#isStopped) return;
    const { after } = this.#options.timing ?? systemTiming;
    this.#callOff ??= after(baselineEveryMs, () => {
      this.#writing = this.#writeBaselineOrTell().finally(() => {
        this.#callOff = undefined;
        if (this.#seen?.commits !== this.#past.commits) this.#writeBaselineSoon();
      });
    });
  }

  /** A disk that is full or gone leaves the baseline behind, and nothing else. It is told once, and tried again every time. */
  async #writeBaselineOrTell(): Promise<void> {
    try {
      await this.#writeBaseline();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#options.log?.error('witness-not-written', error);
      this.#isFailing = true;
    }
  }

  async #writeBaseline(): Promise<void> {
    const { file } = this.#options;
    const past = this.#past;
    this.look();
    if (file === undefined || this.lost !== null || past === this.#seen) return;
    await file.write(past);
    this.#seen = past;
  }
}

/** Opens the past of a database whose baseline lies in a file, or may still lie where it lay. */
export async function openPast(options: {
  readonly database: SqliteDatabase;
  /** Real path of the database; absent for one in memory. */
  readonly file?: string;
  readonly baseline?: string;
  readonly formerBaseline?: string;
  readonly log: Logger | undefined;
}): Promise<StorePast> {
  const { database, baseline, formerBaseline, log, file: path } = options;
  const file = baseline === undefined ? undefined : createBaselineFile(baseline);
  if (file !== undefined && formerBaseline !== undefined)
    await moveBaseline(createBaselineFile(formerBaseline), file);
  const placed = path === undefined ? {} : { placed: placeFile(path) };
  return StorePast.open({ database, file, ...placed, now: Date.now, log });
}

function readRow(database: SqliteDatabase): PastRow {
  const columns = ['lineage as historyId', 'incarnation', 'commits', 'gone_back'] as const;
  const [row] = database.all(database.kysely.selectFrom('store').select(columns));
  if (row === undefined) throw new Error('The database does not say what it is.');
  return row;
}
