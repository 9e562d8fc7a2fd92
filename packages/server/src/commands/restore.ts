import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSystemClock } from '@filmgate/runtime-node';
import { makePrivateDirectory } from '../compose/private-file.ts';
import { sqliteOf } from '../compose/open-storage.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { acknowledgeStoreLoss } from './look-after-store.ts';
import { copyBlobs, readBackupNote } from './backup-folder.ts';
import type { MoveDisplay } from './progress-display.ts';

/** What `filmgate restore` was asked for. */
export interface RestoreCommand {
  /** A folder `filmgate backup` made, or a data directory that is not in use. */
  readonly source: string;
  /** Whether what may have been sent since becomes unknown now, so that the next start resumes work. */
  readonly acknowledge: boolean;
  readonly settings: Settings;
  readonly display: MoveDisplay;
}

/**
 * `filmgate restore`: puts a backup in the place of the data of a gateway that is stopped, and keeps the database that was there beside
 * it. The next start takes no work until a loss was acknowledged. Answers sentences for the operator. Stopped half-way it is run again.
 *
 * @throws Error with a sentence for the operator: a gateway uses the data directory, the backup is damaged…
 */
export async function restore(command: RestoreCommand): Promise<string> {
  const { source, settings, display } = command;
  if (settings.FILMGATE_STORAGE !== 'sqlite')
    throw new Error('FILMGATE_STORAGE is redis: restore the files of Redis, as its manual says.');
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
    ? ` The database that was there is kept as ${file}.${aside}.`
    : '';
  const done = `Restored: jobs ${counts.jobs} (${counts.unsentJobs} unsent), accounts ${counts.accounts}, API users ${counts.apiUsers}.${kept}${keyNote(settings)}`;
  if (command.acknowledge) return `${done}\n${await acknowledgeStoreLoss(settings)}`;
  return `${done}\nA gateway that starts on it takes no work yet. With it stopped, run filmgate store acknowledge-loss: what was unsent is then searched for at its providers, and otherwise waits for your resolution.`;
}

function keyNote({ FILMGATE_MASTER_KEY: key, FILMGATE_DATA_DIR: data }: Settings): string {
  if (key !== undefined || existsSync(join(data, 'master.key'))) return '';
  return ' The master key is not here: put master.key into the data directory, or set FILMGATE_MASTER_KEY, before you start.';
}
