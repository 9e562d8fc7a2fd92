import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSystemClock } from '@filmgate/runtime-node';
import { makePrivateDirectory } from '../compose/private-file.ts';
import { sqliteOf } from '../compose/open-storage.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { acknowledgeStoreLoss } from './look-after-store.ts';
import { copyBlobs, readBackupNote } from './backup-folder.ts';
import type { MoveDisplay } from './progress-display.ts';

export interface RestoreCommand {
  /** Path of a folder that `filmgate backup` made, or of a data directory that is not in use. */
  readonly source: string;
  /** True to mark jobs that may have been sent since as unknown now, so that the next start resumes work. */
  readonly acknowledge: boolean;
  readonly settings: Settings;
  readonly display: MoveDisplay;
}

/**
 * `filmgate restore`: replaces the data of a stopped gateway by a backup, and keeps the former database beside it. The
 * next start accepts no jobs until a loss is acknowledged. Returns sentences for the operator. Safe to repeat after an
 * interruption.
 *
 * @throws Error with a sentence for the operator: a gateway uses the data directory, the backup is damaged…
 */
export async function restore(command: RestoreCommand): Promise<string> {
  const { source, settings, display } = command;
  if (settings.FILMGATE_STORAGE !== 'sqlite')
    throw new Error(
      'FILMGATE_STORAGE is redis: restore the Redis files as described in the Redis manual.',
    );
  const note = readBackupNote(source);
  const { FILMGATE_DATA_DIR: data } = settings;
  makePrivateDirectory(data);
  const { file } = sqliteOf(settings);
  const now = createSystemClock().now();
  const aside = `before-restore-${new Date(now).toISOString().replaceAll(/[:.]/gu, '-')}`;
  const { restoreSqlite } = await import('@filmgate/storage-sqlite');
  const counts = await restoreSqlite({
    file,
    source: join(source, 'filmgate.db'),
    aside,
    now,
    ...(note !== null && { expected: note.database }),
  });
  if (settings.FILMGATE_RESULT_STORE === 'files')
    for (const name of ['results', 'assets'])
      await copyBlobs(join(source, name), join(data, name), (done, total) =>
        display.show({ phase: name, done, total }),
      );
  display.end();
  const kept = existsSync(`${file}.${aside}`)
    ? ` The previous database is kept as ${file}.${aside}.`
    : '';
  const done = `Restored: jobs ${counts.jobs} (${counts.unsentJobs} unsent), accounts ${counts.accounts}, API users ${counts.apiUsers}.${kept}${keyNote(settings)}`;
  if (command.acknowledge) return `${done}\n${await acknowledgeStoreLoss(settings)}`;
  return `${done}\nA gateway on this data does no work yet. Keep the gateway stopped and run filmgate store acknowledge-loss: unsent jobs are then searched for at their providers, or wait for your resolution.`;
}

function keyNote({ FILMGATE_MASTER_KEY: key, FILMGATE_DATA_DIR: data }: Settings): string {
  if (key !== undefined || existsSync(join(data, 'master.key'))) return '';
  return ' The master key is missing: put master.key into the data directory, or set FILMGATE_MASTER_KEY, before you start.';
}
