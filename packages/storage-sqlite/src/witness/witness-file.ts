import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import { z } from 'zod';

/** How far a store's past goes: what the database says of itself, and what the witness beside it saw. */
export interface Past {
  /** Names the history; another one begins with each acknowledged loss. */
  readonly lineage: string;
  /** Openings by those who may change the store. */
  readonly incarnation: number;
  /** Transactions that changed something. */
  readonly commits: number;
}

type PastVerdict =
  /** No history was begun yet. */
  | { readonly kind: 'new' }
  /** The database has all that the witness saw. */
  | { readonly kind: 'whole'; readonly lineage: string }
  /** The database is older than the witness, or another one; `detail` says what was seen. */
  | {
      readonly kind: 'gone-back';
      readonly detail: string;
      /** Changes that were witnessed and are missing; absent where that cannot be told. */
      readonly missingChanges?: number;
    };

/**
 * Compares a database with its witness. The database may be ahead, since the witness is written now and then; it is never behind, unless
 * an older copy was put in its place. A database without a lineage is new, was written by an earlier release, or had its first opening
 * cut short: its numbers tell which.
 */
export function judgePast(
  stored: Omit<Past, 'lineage'> & { readonly lineage: string | null },
  witness: Past | null,
): PastVerdict {
  if (witness === null)
    return stored.lineage === null ? { kind: 'new' } : goneBack('its witness is missing');
  if (stored.lineage !== null && stored.lineage !== witness.lineage)
    return goneBack('its witness saw another history');
  if (stored.commits < witness.commits)
    return goneBack(
      `it has ${stored.commits} changes where ${witness.commits} were witnessed`,
      witness.commits - stored.commits,
    );
  if (stored.incarnation < witness.incarnation)
    return goneBack(
      `it was opened ${stored.incarnation} times where ${witness.incarnation} were witnessed`,
    );
  return { kind: 'whole', lineage: witness.lineage };
}

function goneBack(what: string, missingChanges?: number): PastVerdict {
  return {
    kind: 'gone-back',
    detail: `The database is not the one that was here, or a copy from before: ${what}. Nothing is taken, sent or changed until an operator acknowledges that.`,
    ...(missingChanges !== undefined && { missingChanges }),
  };
}

const schema: z.ZodType<Past> = z.object({
  lineage: z.string().min(1),
  incarnation: z.number().int().nonnegative(),
  commits: z.number().int().nonnegative(),
});

const ownersOnly = { directory: 0o700, file: 0o600 };

/** Where a store keeps how far its past goes, outside of the database. */
export interface WitnessFile {
  readonly path: string;
  /** Null when there is none. */
  read(): Promise<Past | null>;
  /** On the disk when it resolves: the former text or this one, whole. Not to be called while a call is under way. */
  write(past: Past): Promise<void>;
  /** Nothing happens when there is none. */
  remove(): Promise<void>;
}

/** The witness in a file. Every method throws `StorageUnavailable` that names it. */
export function createWitnessFile(path: string): WitnessFile {
  return {
    path,
    read: () => telling(path, 'read', () => readPast(path)),
    write: (past) => telling(path, 'written', () => writePast(path, past)),
    remove: () => telling(path, 'removed', () => rm(path, { force: true })),
  };
}

/** Takes a witness to another place, unless there is one already: that one has seen more. */
export async function moveWitness(from: WitnessFile, to: WitnessFile): Promise<void> {
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
  return text === null ? null : schema.parse(JSON.parse(text));
}

async function writePast(path: string, past: Past): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: ownersOnly.directory });
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', ownersOnly.file);
  try {
    await file.writeFile(`${JSON.stringify(past)}\n`);
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

async function telling<Answer>(
  path: string,
  done: 'read' | 'written' | 'removed',
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act();
  } catch (cause) {
    throw new StorageUnavailable(`The witness of the database, ${path}, cannot be ${done}.`, {
      applied: 'no',
      cause,
    });
  }
}
