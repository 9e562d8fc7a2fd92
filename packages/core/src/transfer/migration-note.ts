import { z } from 'zod';
import { recordPositionSchema } from './store-record.ts';

/** Key of the note that records of another store are being, or were, brought to this one. */
export const importNoteName = 'migration';

/** Key of the note that the records of this store were moved elsewhere. */
export const exportNoteName = 'migrated-to';

/** Key-value entries about a transfer are not transferred. */
export const transferNotes: readonly string[] = [importNoteName, exportNoteName];

/** Progress of an import. While it is `under-way` no program works on the store. */
export const importNoteSchema = z.object({
  state: z.enum(['under-way', 'complete']),
  format: z.number(),
  /** Store the records come from, and at which of its openings. */
  source: z.string(),
  opening: z.number(),
  /** Position up to which records are surely present; null at the beginning. */
  cursor: recordPositionSchema.nullable(),
});
export type ImportNote = z.infer<typeof importNoteSchema>;

/** Location of the authoritative store. `taken-back`: an operator decided that it is this store again. */
export const exportNoteSchema = z.object({
  state: z.enum(['moved', 'taken-back']),
  /** The other store, for a person: kind and name, no address. */
  to: z.string(),
  at: z.number(),
});
export type ExportNote = z.infer<typeof exportNoteSchema>;

/** Returns why no program may work on a store, by its notes; undefined when it may be used. */
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

/** Returns the note of a store that was moved, after an operator decided that it is the authoritative one again. */
export function takeBack(exported: string, at: number): string {
  const note: ExportNote = {
    ...exportNoteSchema.parse(JSON.parse(exported)),
    state: 'taken-back',
    at,
  };
  return JSON.stringify(note);
}
