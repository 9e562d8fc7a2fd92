import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The tasks of a seeded store, in the order they were created. */
const taskBook = z.object({
  /** API keys, by owner. */
  keys: z.array(z.string()),
  ids: z.array(z.string()),
  /** Index of each task's owner; owner 0 holds a fifth of all tasks. */
  owners: z.array(z.int()),
  /** How many of the last tasks are still open. */
  open: z.int(),
});

export type TaskBook = z.infer<typeof taskBook>;

export function readTaskBook(file: string): TaskBook {
  return taskBook.parse(JSON.parse(readFileSync(file, 'utf8')));
}
