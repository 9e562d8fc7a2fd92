import { exportNoteName, importNoteName, type StorageBundle, whyNotToWork } from '@filmgate/core';

/**
 * Refuses to run on a store whose jobs were moved to another, or are being moved: two gateways on copies of one store
 * would pay twice for one job (I1).
 *
 * @throws Error with a sentence for the operator
 */
export async function refuseMovedStore({
  values,
  dataLoss,
}: Pick<StorageBundle, 'values' | 'dataLoss'>): Promise<void> {
  const [imported, exported] = [await values.get(importNoteName), await values.get(exportNoteName)];
  const why = whyNotToWork({ imported, exported });
  if (why === undefined) return;
  const lost = dataLoss?.lost() ?? null;
  throw new Error(
    why === 'import-under-way' && lost !== null ? importLost(lost.detail) : sentences[why],
  );
}

const sentences = {
  'moved-elsewhere':
    'This store was moved by filmgate migrate; a second gateway on the old copy would pay twice. Start with FILMGATE_STORAGE=redis and the FILMGATE_REDIS_URL of the new store. To return to this store instead, stop every node there and run filmgate store take-back.',
  'import-under-way':
    'filmgate migrate has not finished moving data to this store. Run filmgate migrate again until it reports "Moved and verified", then start.',
} as const;

function importLost(detail: string): string {
  return `Data that filmgate migrate moved to this store is missing. ${detail} Restore the newest copy of the Redis file. Without a copy, run filmgate store take-back and migrate to an empty FILMGATE_REDIS_PREFIX.`;
}
