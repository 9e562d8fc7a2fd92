import { acknowledgeLoss, confirmMove, type DataLoss, type Logger } from '@filmgate/core';
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
    return `Acknowledged. ${result.unknownJobs} jobs may have been sent in the time that was lost; they are not sent again: they are searched for at their providers, and otherwise wait for your resolution. The nodes go on within seconds.`;
  } finally {
    await storage.close();
  }
}

/**
 * `filmgate store confirm-move`: goes on with a store that was moved, with all it has. Answers a sentence for the operator.
 *
 * @throws Error where the store lost changes: that is not to be confirmed as a move
 */
export async function confirmStoreMove(settings: Settings): Promise<string> {
  const storage = await openStorage(settings, silent);
  try {
    const result = await confirmMove({ storage });
    switch (result.kind) {
      case 'confirmed':
        return 'Confirmed. The gateway goes on with what is here. Never start one on the former place again.';
      case 'nothing-lost':
        return 'The store lies where it was; there is nothing to confirm.';
      case 'not-moved':
        throw new Error(`${result.lost.detail} ${whatToDo(result.lost)}`);
    }
  } finally {
    await storage.close();
  }
}

/** What an operator types to go on with a store that waits for one. */
export function whatToDo({ kind }: DataLoss): string {
  const acknowledge = 'run filmgate store acknowledge-loss';
  switch (kind) {
    case 'went-back':
      return `Stop the gateway and ${acknowledge} to go on with what is there.`;
    case 'elsewhere':
      return `If it was moved and nothing used the former one since, stop the gateway and run filmgate store confirm-move. If the former one was used since, ${acknowledge} instead. If the former one is still in use, do not use this copy.`;
    case 'gone':
      return 'Put the file back in its place, or stop the gateway and run filmgate restore with the newest backup.';
  }
}
