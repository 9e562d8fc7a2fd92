import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Remembered } from './node-memory.ts';

/** A node's knowledge of the history outside of Redis: detects a restore or a reset while every node was down. */
export interface Baseline {
  /** Reads the last record; null at the first start. Throws when it cannot be read. */
  read(): Promise<Remembered | null>;
  write(remembered: Remembered): Promise<void>;
}

/** Contents of the file, under the field names it has always had. */
const schema = z.object({
  history_id: z.string().min(1),
  commits: z.number().int().nonnegative(),
  before: z.array(z.string().min(1)).default([]),
});

/** Stores the baseline in a file, completely or not at all. Nodes may share it: the last record is nearly current. */
export function createBaselineFile(path: string): Baseline {
  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      });
      if (text === null) return null;
      const { history_id: historyId, ...kept } = schema.parse(JSON.parse(text));
      return { historyId, ...kept };
    },
    write: async ({ historyId: history_id, ...kept }) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Nodes on several machines may share the folder, so each write uses a unique temporary file.
      const temporary = `${path}.${randomUUID()}.tmp`;
      const text = `${JSON.stringify({ history_id, ...kept })}\n`;
      try {
        await writeFile(temporary, text, { mode: 0o600, flush: true });
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
  };
}

/** Makes the new name of a file durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
