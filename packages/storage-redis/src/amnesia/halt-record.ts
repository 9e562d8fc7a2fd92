import { z } from 'zod';

const schema = z.object({
  noticedAt: z.number(),
  detail: z.string(),
  /** Absent where it is not known, and in what a former release wrote. */
  missingChanges: z.number().exactOptional(),
});

/** Why and since when a store is halted. */
export type HaltRecord = Readonly<z.infer<typeof schema>>;

/** The record as kept in the fence. */
export function writeHalt(record: HaltRecord): string {
  return JSON.stringify(record);
}

/** Reads a record; one that cannot be read halts just the same. */
export function readHalt(text: string): HaltRecord {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return { noticedAt: 0, detail: 'The store was halted; the record of why cannot be read.' };
  }
}
