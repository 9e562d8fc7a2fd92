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
    'This store was moved by filmgate migrate, and a second gateway on its copy would pay twice. Start with FILMGATE_STORAGE=redis and the FILMGATE_REDIS_URL it was moved to. To go back to this store instead, stop every node there and run filmgate store take-back.',
  'import-under-way':
    'filmgate migrate has not brought everything to this store yet. Run it again until it says that both stores are the same, then start.',
} as const;

function importLost(detail: string): string {
  return `What filmgate migrate brought to this store is not all there any more. ${detail} Restore the newest copy of Redis' file. Without one run filmgate store take-back, and migrate to an empty FILMGATE_REDIS_PREFIX.`;
}
