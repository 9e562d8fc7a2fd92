import { acknowledgeLoss, confirmMove, type DataLoss, type Logger } from '@filmgate/core';
import { createSystemClock, createTimeOrderedIds, createTimeWatch } from '@filmgate/runtime-node';
import { openStorage } from '../compose/open-storage.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Discards log lines: errors are thrown, and reported by the command. */
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** `filmgate store confirm-clock`: confirms the clock after a jump ahead, as after a long time without power. */
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
      before: JSON.stringify({ confirmed_at: new Date(from).toISOString() }),
      after: JSON.stringify({ clock_at: new Date(to).toISOString() }),
    }));
    if (jump === null) return 'The clock is trusted; there is nothing to confirm.';
    return `Confirmed: the time is ${new Date(jump.to).toISOString()}. Expired data is now removed.`;
  } finally {
    await storage.close();
  }
}

/** `filmgate store acknowledge-loss`: resumes work on a store that lost changes, on every node. Safe to repeat. */
export async function acknowledgeStoreLoss(settings: Settings): Promise<string> {
  const storage = await openStorage(settings, silent);
  try {
    const result = await acknowledgeLoss({ storage, clock: createSystemClock() });
    if (result.kind === 'nothing-lost') return 'The store has no known loss to acknowledge.';
    return `Acknowledged. ${result.unknownJobs} jobs may have been sent in the lost period. They are not sent again: the gateway searches for them at their providers; the rest wait for your resolution. The nodes resume within seconds.`;
  } finally {
    await storage.close();
  }
}

/**
 * `filmgate store confirm-move`: resumes work on a store that was moved with all its data. Returns a sentence for the
 * operator.
 *
 * @throws Error where the store lost changes: a loss cannot be confirmed as a move
 */
export async function confirmStoreMove(settings: Settings): Promise<string> {
  const storage = await openStorage(settings, silent);
  try {
    const result = await confirmMove({ storage });
    switch (result.kind) {
      case 'confirmed':
        return 'Confirmed. The gateway resumes with this store. Never start a gateway at the former location again.';
      case 'nothing-lost':
        return 'The store was not moved; there is nothing to confirm.';
      case 'not-moved':
        throw new Error(`${result.lost.detail} ${whatToDo(result.lost)}`);
    }
  } finally {
    await storage.close();
  }
}

/** Command that lets a halted store resume. */
export function whatToDo({ kind }: DataLoss): string {
  const acknowledge = 'run filmgate store acknowledge-loss';
  switch (kind) {
    case 'went-back':
      return `Stop the gateway and ${acknowledge} to resume with the existing data.`;
    case 'elsewhere':
      return `If the store was moved and the original was not used since, stop the gateway and run filmgate store confirm-move. If the original was used since, ${acknowledge} instead. If the original is still in use, do not use this copy.`;
    case 'gone':
      return 'Put the file back, or stop the gateway and run filmgate restore with the newest backup.';
  }
}
