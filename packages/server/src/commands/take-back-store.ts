import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import {
  acknowledgeLoss,
  exportNoteName,
  exportNoteSchema,
  type StorageBundle,
  type DataLossDetection,
  takeBack,
  whyNotToWork,
} from '@filmgate/core';
import { createSystemClock } from '@filmgate/runtime-node';
import { prefixNamed, redisBaselineFile, sqliteOf } from '../compose/open-storage.ts';
import type { Settings } from '../settings/settings-schema.ts';

/**
 * `filmgate store take-back`: makes the SQLite store the truth again after it was moved. What happened elsewhere since is unknown
 * here, so every job that was not sent yet when it was moved waits for a resolution. Answers a sentence for the operator.
 */
export async function takeBackStore(settings: Settings): Promise<string> {
  const options = sqliteOf(settings);
  if (!existsSync(options.file)) throw new Error(`There is no database ${options.file}.`);
  const { createSqliteStorage } = await import('@filmgate/storage-sqlite');
  const storage = await createSqliteStorage(options);
  try {
    const note = await storage.values.get(exportNoteName);
    if (whyNotToWork({ imported: undefined, exported: note }) === undefined || note === undefined)
      return 'This store is not moved; nothing to take back.';
    const clock = createSystemClock();
    const dataLoss = forgetful(storage, () => takeBack(note, clock.now()), clock.now());
    const result = await acknowledgeLoss({ storage: { ...storage, dataLoss }, clock });
    await forgetOther(settings, note);
    const unknownJobs = result.kind === 'acknowledged' ? result.unknownJobs : 0;
    return `Taken back. ${unknownJobs} jobs may have been sent by the nodes on Redis; they are not sent again: they are searched for at their providers, and otherwise wait for your resolution. Never start those nodes again.`;
  } finally {
    await storage.close();
  }
}

/** What is known of the store that is given up must not speak against the next one in its place. */
async function forgetOther(settings: Settings, note: string): Promise<void> {
  const prefix = prefixNamed(exportNoteSchema.parse(JSON.parse(note)).to);
  if (prefix === undefined) return;
  await rm(redisBaselineFile(settings.FILMGATE_DATA_DIR, prefix), { force: true });
}

/** A store that was moved is one that lost what happened since. */
function forgetful(
  storage: StorageBundle,
  note: () => string,
  noticedAt: number,
): DataLossDetection {
  const { jobs, reader, values } = storage;
  return {
    jobs,
    reader,
    lost: () => ({ kind: 'went-back', noticedAt, detail: 'The store was moved elsewhere.' }),
    onChange: () => () => undefined,
    resume: async () => {
      await values.put(exportNoteName, note());
      return 'resumed';
    },
  };
}
