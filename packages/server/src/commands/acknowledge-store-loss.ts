import { acknowledgeLoss, type Logger } from '@filmgate/core';
import { createSystemClock } from '@filmgate/runtime-node';
import { openStorage } from '../compose/open-storage.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** What goes wrong is thrown, and said by the command itself. */
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * `filmgate store acknowledge-loss`: goes on with a store that lost what it had answered, on every node. Answers a sentence for the
 * operator. Stopped half-way, it is run again.
 */
export async function acknowledgeStoreLoss(settings: Settings): Promise<string> {
  const storage = await openStorage(settings, silent);
  try {
    const result = await acknowledgeLoss({ storage, clock: createSystemClock() });
    if (result.kind === 'nothing-lost') return 'The store has lost nothing it knows of.';
    return `Acknowledged. ${result.marked} jobs may have been sent in the time that was lost; they are not sent again, and wait for your ruling. The nodes go on within seconds.`;
  } finally {
    await storage.close();
  }
}
