import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import { z } from 'zod';
import { differenceOf, placeSchema, type StorePlace } from './placed-file.ts';

/** How far a store's past goes: what the database says of itself, and what the baseline outside of it says. */
export interface Past {
  /** Names the history; another one begins with each acknowledged loss. */
  readonly historyId: string;
  /** Openings by those who may change the store. */
  readonly incarnation: number;
  /** Transactions that changed something. */
  readonly commits: number;
  /** Where the database lies; null for one in memory. */
  readonly place: StorePlace | null;
}

type PastVerdict =
  /** No history was begun yet. */
  | { readonly kind: 'new' }
  /** The database has all that the baseline says. */
  | { readonly kind: 'whole'; readonly historyId: string }
  /** The database is older than the baseline, or another one; `detail` says what was seen. */
  | {
      readonly kind: 'went-back';
      readonly detail: string;
      /** Changes that were noted and are missing; absent where that cannot be told. */
      readonly missingChanges?: number;
    }
  /** The database has all that the baseline says, and does not lie where that was noted. */
  | { readonly kind: 'elsewhere'; readonly detail: string };

/**
 * Compares a database with its baseline. The database may be ahead, since the baseline is written now and then; it is never behind, unless
 * an older copy was put in its place. A database without a history is new, was written by an earlier release, or had its first opening
 * cut short: its numbers tell which.
 */
export function judgePast(
  stored: Omit<Past, 'historyId'> & { readonly historyId: string | null },
  baseline: Past | null,
): PastVerdict {
  if (baseline === null)
    return stored.historyId === null ? { kind: 'new' } : wentBack('its baseline file is missing');
  if (stored.historyId !== null && stored.historyId !== baseline.historyId)
    return wentBack('its baseline file is of another history');
  if (stored.commits < baseline.commits)
    return wentBack(
      `it has ${stored.commits} changes where ${baseline.commits} were noted`,
      baseline.commits - stored.commits,
    );
  if (stored.incarnation < baseline.incarnation)
    return wentBack(
      `it was opened ${stored.incarnation} times where ${baseline.incarnation} were noted`,
    );
  return (
    elsewhere(stored.place, baseline.place) ?? { kind: 'whole', historyId: baseline.historyId }
  );
}

function elsewhere(now: StorePlace | null, noted: StorePlace | null): PastVerdict | undefined {
  const difference = now === null || noted === null ? null : differenceOf(now, noted);
  if (difference === null) return undefined;
  return {
    kind: 'elsewhere',
    detail: `The database is a copy, or was moved: ${difference}. Nothing is taken, sent or changed until an operator says which.`,
  };
}

function wentBack(what: string, missingChanges?: number): PastVerdict {
  return {
    kind: 'went-back',
    detail: `The database is not the one that was here, or a copy from before: ${what}. Nothing is taken, sent or changed until an operator acknowledges that.`,
    ...(missingChanges !== undefined && { missingChanges }),
  };
}

/** What the file says, by the names it has always had. */
const schema = z.object({
  lineage: z.string().min(1),
  incarnation: z.number().int().nonnegative(),
  commits: z.number().int().nonnegative(),
  place: placeSchema.nullable(),
});

const ownersOnly = { directory: 0o700, file: 0o600 };

/** Where a store keeps how far its past goes, outside of the database: the baseline it is compared with at each start. */
export interface BaselineFile {
  readonly path: string;
  /** Null when there is none. */
  read(): Promise<Past | null>;
  /** On the disk when it resolves: the former text or this one, whole. Not to be called while a call is under way. */
  write(past: Past): Promise<void>;
  /** Nothing happens when there is none. */
  remove(): Promise<void>;
}

/** The baseline in a file. Every method throws `StorageUnavailable` that names it. */
export function createBaselineFile(path: string): BaselineFile {
  return {
    path,
    read: () => telling(path, 'read', () => readPast(path)),
    write: (past) => telling(path, 'written', () => writePast(path, past)),
    remove: () => telling(path, 'removed', () => rm(path, { force: true })),
  };
}

/** Takes a baseline to another place, unless there is one already: that one is newer. */
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
  const { lineage: historyId, ...noted } = schema.parse(JSON.parse(text));
  return { historyId, ...noted };
}

async function writePast(path: string, { historyId: lineage, ...noted }: Past): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: ownersOnly.directory });
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', ownersOnly.file);
  try {
    await file.writeFile(`${JSON.stringify({ lineage, ...noted })}\n`);
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

async function telling<Result>(
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
