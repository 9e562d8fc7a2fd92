import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import { z } from 'zod';
import { differenceOf, locationSchema, type StoreLocation } from './located-file.ts';

/** Position of a store in its history, as recorded in the database and in the baseline outside of it. */
export interface Past {
  /** Id of the history; a new history begins with each acknowledged loss. */
  readonly historyId: string;
  /** Number of openings by processes that may change the store. */
  readonly incarnation: number;
  /** Number of transactions that changed something. */
  readonly commits: number;
  /** Location of the database; null for a database in memory. */
  readonly location: StoreLocation | null;
}

type RollbackVerdict =
  /** The database has no history yet. */
  | { readonly kind: 'new' }
  /** The database has everything the baseline records. */
  | { readonly kind: 'whole'; readonly historyId: string }
  /** The database is older than the baseline, or a different one; `detail` describes the difference. */
  | {
      readonly kind: 'went-back';
      readonly detail: string;
      /** Recorded changes that are missing; absent where that is unknown. */
      readonly missingChanges?: number;
    }
  /** The database has everything the baseline records, but is at another location. */
  | { readonly kind: 'elsewhere'; readonly detail: string };

/**
 * Compares a database with its baseline. The database may be ahead, since the baseline is only written now and then. It
 * is never behind, unless an older copy was put in its place. A database without a history is new, was written by an
 * earlier release, or had its first opening interrupted: its numbers distinguish the three.
 */
export function detectRollback(
  stored: Omit<Past, 'historyId'> & { readonly historyId: string | null },
  baseline: Past | null,
): RollbackVerdict {
  if (baseline === null)
    return stored.historyId === null ? { kind: 'new' } : wentBack('the baseline file is missing');
  if (stored.historyId !== null && stored.historyId !== baseline.historyId)
    return wentBack('the baseline file belongs to another history');
  if (stored.commits < baseline.commits)
    return wentBack(
      `the database has ${stored.commits} changes, the baseline file ${baseline.commits}`,
      baseline.commits - stored.commits,
    );
  if (stored.incarnation < baseline.incarnation)
    return wentBack(
      `the database was opened ${stored.incarnation} times according to itself, ${baseline.incarnation} times according to the baseline file`,
    );
  return (
    elsewhere(stored.location, baseline.location) ?? {
      kind: 'whole',
      historyId: baseline.historyId,
    }
  );
}

function elsewhere(
  now: StoreLocation | null,
  noted: StoreLocation | null,
): RollbackVerdict | undefined {
  const difference = now === null || noted === null ? null : differenceOf(now, noted);
  if (difference === null) return undefined;
  return {
    kind: 'elsewhere',
    detail: `The database is a copy, or was moved: ${difference}. All job processing is stopped until an operator confirms which.`,
  };
}

function wentBack(what: string, missingChanges?: number): RollbackVerdict {
  return {
    kind: 'went-back',
    detail: `The database was replaced or is an older copy: ${what}. All job processing is stopped until an operator acknowledges the loss.`,
    ...(missingChanges !== undefined && { missingChanges }),
  };
}

/** Contents of the file, under the field names it has always had. */
const schema = z.object({
  history_id: z.string().min(1),
  incarnation: z.number().int().nonnegative(),
  commits: z.number().int().nonnegative(),
  location: locationSchema.nullable(),
});

const ownersOnly = { directory: 0o700, file: 0o600 };

/** Storage of the baseline, the position in its history that the database is compared with at each start. */
export interface BaselineFile {
  readonly path: string;
  /** Returns null when no baseline exists. */
  read(): Promise<Past | null>;
  /**
   * Resolves once the baseline is on the disk. A crash leaves the former text or this one, complete. Must not be called
   * while another call is running.
   */
  write(past: Past): Promise<void>;
  /** Removes the baseline if it exists. */
  remove(): Promise<void>;
}

/** Baseline in a file. Every method throws a `StorageUnavailable` that names the file. */
export function createBaselineFile(path: string): BaselineFile {
  return {
    path,
    read: () => reporting(path, 'read', () => readPast(path)),
    write: (past) => reporting(path, 'written', () => writePast(path, past)),
    remove: () => reporting(path, 'removed', () => rm(path, { force: true })),
  };
}

/** Moves a baseline, unless the target already has one: the target is then newer. */
export async function moveBaseline(from: BaselineFile, to: BaselineFile): Promise<void> {
  const past = await from.read();
  if (past === null || from.path === to.path) return;
  if ((await to.read()) === null) await to.write(past);
  await from.remove();
}

async function readPast(path: string): Promise<Past | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const { history_id: historyId, ...noted } = schema.parse(JSON.parse(text));
  return { historyId, ...noted };
}

async function writePast(path: string, { historyId: history_id, ...noted }: Past): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: ownersOnly.directory });
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', ownersOnly.file);
  try {
    await file.writeFile(`${JSON.stringify({ history_id, ...noted })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function reporting<Result>(
  path: string,
  done: 'read' | 'written' | 'removed',
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (cause) {
    throw new StorageUnavailable(`The baseline file of the database, ${path}, cannot be ${done}.`, {
      applied: 'no',
      cause,
    });
  }
}
