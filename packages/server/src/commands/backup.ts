import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createSystemClock } from '@filmgate/runtime-node';
import { writePrivateFile } from '../compose/private-file.ts';
import { sqliteOf } from '../compose/open-storage.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { packageVersion } from '../version.ts';
import { type BackupNote, backupNoteFile, copyBlobs } from './backup-folder.ts';
import type { MoveDisplay } from './progress-display.ts';

export interface BackupCommand {
  /** Path of a folder that does not exist yet. */
  readonly target: string;
  readonly settings: Settings;
  readonly display: MoveDisplay;
}

const folders = ['results', 'assets'] as const;

/**
 * `filmgate backup`: copies database, request log, videos and uploads of a gateway, which may be running, and reads the
 * whole copy of the database. The folder gets its name when the backup is complete. Returns sentences for the operator.
 *
 * @throws Error with a sentence for the operator
 */
export async function backup({ target, settings, display }: BackupCommand): Promise<string> {
  if (settings.FILMGATE_STORAGE !== 'sqlite')
    throw new Error(
      'FILMGATE_STORAGE is redis: back up the Redis files as described in the Redis manual, and the bucket or shared folder.',
    );
  const endpoint = resolve(target);
  if (existsSync(endpoint)) throw new Error(`${target} already exists; choose a new folder.`);
  const folder = `${endpoint}.unfinished`;
  // Left by an earlier backup that was interrupted.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const note = await copyAll(folder, settings, display);
  writePrivateFile(backupNoteFile(folder), `${JSON.stringify(note, null, 2)}\n`);
  await rename(folder, endpoint);
  display.end();
  return describe(target, note);
}

async function copyAll(
  folder: string,
  settings: Settings,
  display: MoveDisplay,
): Promise<BackupNote> {
  const { backupSqlite } = await import('@filmgate/storage-sqlite');
  const now = createSystemClock().now();
  const database = await backupSqlite({
    file: sqliteOf(settings).file,
    folder,
    now,
    onProgress: (phase, { done, total }) => display.show({ phase, done, total }),
  });
  const files: Record<string, number> = {};
  // After the database: every file it names was there before.
  if (settings.FILMGATE_RESULT_STORE === 'files')
    for (const name of folders)
      files[name] = await copyBlobs(
        join(settings.FILMGATE_DATA_DIR, name),
        join(folder, name),
        (done, total) => display.show({ phase: name, done, total }),
      );
  const bucket =
    settings.FILMGATE_RESULT_STORE === 's3' ? ['videos and uploads in the bucket'] : [];
  const notIncluded = ['the master key', 'environment settings', ...bucket];
  const madeAt = new Date(now).toISOString();
  return { format: 1, madeAt, version: packageVersion(), database, files, notIncluded };
}

function describe(target: string, { database, files, notIncluded }: BackupNote): string {
  const { jobs, unsentJobs, accounts, apiUsers } = database;
  const counts = Object.entries(files).map(([name, count]) => `, ${name} ${count}`);
  return `${target}: verified. Jobs ${jobs} (${unsentJobs} unsent), accounts ${accounts}, API users ${apiUsers}${counts.join('')}.
Not included: ${notIncluded.join(', ')}. The backup is unusable without the master key; store the key separately.`;
}
