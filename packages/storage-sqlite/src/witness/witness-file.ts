import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import { z } from 'zod';
import type { Past } from './judge-past.ts';

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
