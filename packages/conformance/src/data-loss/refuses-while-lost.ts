import { equal, ok } from 'node:assert/strict';
import { type StorageBundle, StorageUnavailable } from '@filmgate/core';
import { everyMethod } from '../lifecycle/every-method.ts';

/** Ports or methods that work during a loss: receipts, proven refusals, reads and changes by administrators. */
const goesOn = [
  'jobs.recordReceipt',
  'jobs.recordRefusal',
  'reader.nextDueAt',
  'accounts',
  'adminAccess',
  'values',
  'requestLogs',
  'operationSamples',
  'apiUsers.find',
  'apiUsers.edit',
  'apiUsers.rotate',
  'apiUsers.erase',
  'apiUsers.noteErasure',
  'apiUsers.revokeLinks',
  'apiUsers.list',
  'apiUsers.usage',
];

/** Exceptions that need the history. */
const asksThePast = ['accounts.recordProbe'];

/** Methods a store may serve from its own state. */
const eitherWay = ['reader.unreadable'];

/**
 * The law of `DataLossDetection`: while a store reports a loss, every method except those of administration and
 * receipts is refused with the reason, and those are not. Precondition: `bundle.dataLoss.lost()` is not null.
 *
 * @throws AssertionError that names the method
 */
export async function refusesWhileLost(bundle: StorageBundle): Promise<void> {
  ok((bundle.dataLoss?.lost() ?? null) !== null, 'nothing is known to be lost');
  for (const [name, call] of Object.entries(everyMethod(bundle))) {
    if (eitherWay.includes(name)) continue;
    const [port = ''] = name.split('.');
    const isAllowed =
      !asksThePast.includes(name) && (goesOn.includes(name) || goesOn.includes(port));
    equal(await isRefused(call), !isAllowed, `${name} is ${isAllowed ? 'refused' : 'answered'}`);
  }
}

async function isRefused(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return false;
  } catch (error) {
    return error instanceof StorageUnavailable && error.reason === 'data-loss';
  }
}
