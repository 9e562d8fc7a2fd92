import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const whole = z.number().int().nonnegative();

/** What lies in a backup, as `backup.json` in its folder says. */
const backupNoteSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The release that made it. */
  version: z.string(),
  database: z.object({
    jobs: whole,
    unsentJobs: whole,
    accounts: whole,
    apiUsers: whole,
    auditEntries: whole,
  }),
  /** How many of each folder. */
  files: z.record(z.string(), whole),
  /** What has to be kept elsewhere. */
  notIncluded: z.array(z.string()),
});
export type BackupNote = z.infer<typeof backupNoteSchema>;

const noteName = 'backup.json';

export function backupNoteFile(folder: string): string {
  return join(folder, noteName);
}

/**
 * Reads the note of a backup; null when the folder has none.
 *
 * @throws Error with a sentence for the operator when it cannot be read
 */
export function readBackupNote(folder: string): BackupNote | null {
  const file = backupNoteFile(folder);
  if (!existsSync(file)) return null;
  try {
    return backupNoteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} cannot be read: it is damaged, or of a newer release.`, { cause });
  }
}
