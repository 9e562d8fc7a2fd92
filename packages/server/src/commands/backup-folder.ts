import { constants, existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const whole = z.number().int().nonnegative();

/** The content of a backup, as `backup.json` in its folder lists it. */
const backupNoteSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Version of the release that made the backup. */
  version: z.string(),
  database: z.object({
    jobs: whole,
    unsentJobs: whole,
    accounts: whole,
    apiUsers: whole,
    auditEntries: whole,
  }),
  /** Number of files in each folder. */
  files: z.record(z.string(), whole),
  /** Data that must be kept elsewhere. */
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
    throw new Error(
      `${file} cannot be read: the file is damaged, or was written by a newer release.`,
      { cause },
    );
  }
}

/** Folder of bytes that are not complete yet. */
const unfinished = 'tmp';
const ownersOnly = 0o700;

/**
 * Copies the files of a folder that the other folder lacks. Files are named by their digest and never change, so a file
 * of full size is already copied. Returns the number of these files that the copy has.
 */
export async function copyBlobs(
  from: string,
  to: string,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  if (!existsSync(from)) return 0;
  const names = await namesIn(from);
  let [done, kept] = [0, 0];
  for (const name of names) {
    if (await copyOne(join(from, name), join(to, name))) kept += 1;
    done += 1;
    onProgress(done, names.length);
  }
  return kept;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const folders = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && entry.name !== unfinished,
  );
  const names = await Promise.all(
    folders.map(async ({ name }) =>
      (await readdir(join(folder, name))).map((file) => join(name, file)),
    ),
  );
  return names.flat();
}

/** Returns false when the file was removed meanwhile by its owner. */
async function copyOne(from: string, to: string): Promise<boolean> {
  const size = await sizeOf(from);
  if (size === undefined) return false;
  if ((await sizeOf(to)) === size) return true;
  await mkdir(dirname(to), { recursive: true, mode: ownersOnly });
  const temporary = `${to}.new`;
  try {
    await copyFile(from, temporary, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  // Files that come back from elsewhere may be readable by all.
  await chmod(temporary, 0o600);
  await rename(temporary, to);
  return true;
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
