import { acknowledgeLoss, type Logger } from '@filmgate/core';
import { createSystemClock, createTimeOrderedIds, createTimeWatch } from '@filmgate/runtime-node';
import { openStorage } from '../compose/open-storage.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** What goes wrong is thrown, and said by the command itself. */
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * `filmgate store confirm-clock`: takes the clock for right after it jumped ahead, as it does when the machine was off for long. Answers a
 * sentence for the operator.
 */
export async function confirmClock(settings: Settings): Promise<string> {
  const storage = await openStorage(settings, silent);
  try {
    const clock = createSystemClock();
    const ids = createTimeOrderedIds({ now: () => clock.now() });
    const jump = await createTimeWatch({ storage, clock, log: silent }).confirm(({ from, to }) => ({
      id: ids.next(),
      at: clock.now(),
      actor: 'filmgate store',
      action: 'clock.confirm',
      target: 'clock',
      before: JSON.stringify({ witnessed_at: new Date(from).toISOString() }),
      after: JSON.stringify({ clock_at: new Date(to).toISOString() }),
    }));
    if (jump === null) return 'The clock is believed; there is nothing to confirm.';
    return `Confirmed: it is ${new Date(jump.to).toISOString()}. What is old by that is removed from now on.`;
  } finally {
    await storage.close();
  }
}

/**
 * `filmgate store acknowledge-loss`: goes on with a store that lost what it had answered, on every node. Answers a sentence for the
 * operator. Stopped half-way, it is run again.
 */
export async function acknowledgeStoreLoss(settings: Settings): Promise<string> {
  const storage = await openStorage(settings, silent);
  try {
    const result = await acknowledgeLoss({ storage, clock: createSystemClock() });
    if (result.kind === 'nothing-lost') return 'The store has lost nothing it knows of.';
    return `Acknowledged. ${result.unknownJobs} jobs may have been sent in the time that was lost; they are not sent again, and wait for your resolution. The nodes go on within seconds.`;
  } finally {
    await storage.close();
  }
}
