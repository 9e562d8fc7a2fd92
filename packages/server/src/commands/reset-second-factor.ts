import { createDigest, createSystemClock, createTimeOrderedIds } from '@filmgate/runtime-node';
import type { Logger } from '@filmgate/core';
import { openStorage } from '../compose/open-storage.ts';
import { createSecondFactor } from '../compose/second-factor.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Discards log lines: errors are thrown, and reported by the command. */
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Removing opens nothing, so no master key is needed. */
const box = {
  seal: () => {
    throw new Error('Nothing is encrypted here.');
  },
  open: () => ({ kind: 'refused', reason: 'unknown-key' }) as const,
};

/**
 * `filmgate admin reset-second-factor`: turns one-time codes off, for an administrator who lost the device and has no
 * recovery code. A person who may run it can read the whole store, so no credential is required. Returns a sentence for
 * the operator.
 */
export async function resetSecondFactor(settings: Settings): Promise<string> {
  const storage = await openStorage(settings, silent);
  try {
    const clock = createSystemClock();
    const ids = createTimeOrderedIds({ now: () => clock.now() });
    const { values } = storage;
    const secondFactor = createSecondFactor({ values, box, digest: createDigest(), clock });
    const isRemoved = await secondFactor.remove({
      id: ids.next(),
      at: clock.now(),
      actor: 'filmgate admin',
      action: 'second-factor.reset',
      target: settings.FILMGATE_ADMIN_USERNAME,
      before: null,
      after: null,
    });
    return isRemoved
      ? 'Removed. The next login needs no one-time code; set up a new device on the Security page.'
      : 'There is no second factor to remove.';
  } finally {
    await storage.close();
  }
}
