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
 * `filmgate store take-back`: makes the SQLite store authoritative again after a move. Later events on the other store
 * are unknown here, so every job that was unsent at the time of the move waits for a resolution. Returns a sentence for
 * the operator.
 */
export async function takeBackStore(settings: Settings): Promise<string> {
  const options = sqliteOf(settings);
  if (!existsSync(options.file)) throw new Error(`There is no database ${options.file}.`);
  const { createSqliteStorage } = await import('@filmgate/storage-sqlite');
  const storage = await createSqliteStorage(options);
  try {
    const note = await storage.values.get(exportNoteName);
    if (whyNotToWork({ imported: undefined, exported: note }) === undefined || note === undefined)
      return 'This store was not moved; there is nothing to take back.';
    const clock = createSystemClock();
    const dataLoss = forgetful(storage, () => takeBack(note, clock.now()), clock.now());
    const result = await acknowledgeLoss({ storage: { ...storage, dataLoss }, clock });
    await forgetOther(settings, note);
    const unknownJobs = result.kind === 'acknowledged' ? result.unknownJobs : 0;
    return `Taken back. ${unknownJobs} jobs may have been sent by the nodes on Redis. They are not sent again: the gateway searches for them at their providers; the rest wait for your resolution. Never start those nodes again.`;
  } finally {
    await storage.close();
  }
}

/** Removes the baseline of the abandoned store, so that it does not contradict the next store in its place. */
async function forgetOther(settings: Settings, note: string): Promise<void> {
  const prefix = prefixNamed(exportNoteSchema.parse(JSON.parse(note)).to);
  if (prefix === undefined) return;
  await rm(redisBaselineFile(settings.FILMGATE_DATA_DIR, prefix), { force: true });
}

/** Treats a moved store as one that lost every later change. */
function forgetful(
  storage: StorageBundle,
  note: () => string,
  noticedAt: number,
): DataLossDetection {
  const { jobs, reader, values } = storage;
  return {
    jobs,
    reader,
    lost: () => ({
      kind: 'went-back',
      noticedAt,
      detail: 'The store was moved to another location.',
    }),
    onChange: () => () => undefined,
    resume: async () => {
      await values.put(exportNoteName, note());
      return 'resumed';
    },
  };
}
