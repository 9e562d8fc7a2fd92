import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Remembered } from './node-memory.ts';

/**
 * Where a node keeps what it knows of the store's past while it does not run, outside of Redis: so that a Redis that was
 * restored or emptied while every node was down is noticed too.
 */
export interface Witness {
  /** What was kept last; null at the first start. Throws when it cannot be read. */
  read(): Promise<Remembered | null>;
  write(remembered: Remembered): Promise<void>;
}

const schema = z.object({
  lineage: z.string().min(1),
  commits: z.number().int().nonnegative(),
  before: z.array(z.string().min(1)).default([]),
});

/** Keeps it in a file, whole or not at all. Nodes may share it: what the last wrote is little behind what any knows. */
export function createFileWitness(path: string): Witness {
  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      });
      return text === null ? null : schema.parse(JSON.parse(text));
    },
    write: async (remembered) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Nodes on several machines may share the folder: no two write one temporary file.
      const temporary = `${path}.${randomUUID()}.tmp`;
      await writeFile(temporary, `${JSON.stringify(remembered)}\n`, { mode: 0o600, flush: true });
      await rename(temporary, path);
    },
  };
}
