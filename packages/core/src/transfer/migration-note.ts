import { z } from 'zod';
import { recordPositionSchema } from './store-record.ts';

/** Key of the note that records of another store are being, or were, brought to this one. */
export const importNoteName = 'migration';

/** Key of the note that the records of this store were moved elsewhere. */
export const exportNoteName = 'migrated-to';

/** Key-value entries that speak of a transfer do not travel with it. */
export const transferNotes: readonly string[] = [importNoteName, exportNoteName];

/** How far an import is. While it is `under-way` no program works on the store. */
export const importNoteSchema = z.object({
  state: z.enum(['under-way', 'complete']),
  format: z.number(),
  /** Which store the records come from, and at which of its openings. */
  source: z.string(),
  opening: z.number(),
  /** Up to where records are surely there; null at the beginning. */
  cursor: recordPositionSchema.nullable(),
});
export type ImportNote = z.infer<typeof importNoteSchema>;

/** Where the truth is now. `taken-back`: an operator decided that this store is the truth again. */
export const exportNoteSchema = z.object({
  state: z.enum(['moved', 'taken-back']),
  /** The other store, for a person: kind and name, no address. */
  to: z.string(),
  at: z.number(),
});
export type ExportNote = z.infer<typeof exportNoteSchema>;

/** Why no program may work on a store, as its notes say; undefined when it may be used. */
export function whyNotToWork(notes: {
  readonly imported: string | undefined;
  readonly exported: string | undefined;
}): 'moved-elsewhere' | 'import-under-way' | undefined {
  const { imported, exported } = notes;
  if (exported !== undefined && exportNoteSchema.parse(JSON.parse(exported)).state === 'moved')
    return 'moved-elsewhere';
  if (imported !== undefined && importNoteSchema.parse(JSON.parse(imported)).state === 'under-way')
    return 'import-under-way';
  return undefined;
}

/** The note of a store that was moved, once an operator decided that it is the truth again. */
export function takeBack(exported: string, at: number): string {
  const note: ExportNote = {
    ...exportNoteSchema.parse(JSON.parse(exported)),
    state: 'taken-back',
    at,
  };
  return JSON.stringify(note);
}
