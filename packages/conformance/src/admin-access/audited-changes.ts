import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import { type AuditEntry, StorageUnavailable, type StorageBundle } from '@filmgate/core';
import { scriptedFaults } from '../faults/fault-plan.ts';
import { withStorageFaults } from '../faults/with-faults.ts';
import { fail } from '../job/outcome-steps.ts';
import { dispatched, receiptOf } from '../job/receipts.ts';
import { Scene } from '../job/scene.ts';
import { receive } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';
import {
  type AuditedAct,
  auditedActs,
  entryOf,
  findingAct,
  removalAct,
  resolutionAct,
} from './audited-acts.ts';

/** A change and its entry of the audit log are one act, whatever fails around it. */
export const auditedChangeLaws: LawGroup<StorageContext> = {
  name: 'admin-access.audited-changes',
  laws: [
    {
      name: '[administrator.audit-atomic] every change leaves its entry once, word for word, and is seen by no one without it',
      holds: (context) =>
        onEachAct(context, async (act, bundle, reader) => {
          const entry = entryOf(act.name);
          const done = act.act(bundle, { audit: entry });
          await seenTogether(reader, act, done);
          deepStrictEqual(await trail(bundle), [entry]);
        }),
    },
    {
      name: '[administrator.audit-atomic] a call that changes nothing leaves no entry',
      holds: (context) =>
        onEachAct(context, async (act, bundle) => {
          if (act.refused === undefined) return;
          await act.act(bundle, {});
          await act.refused(bundle, { audit: entryOf(act.name) });
          deepStrictEqual(await trail(bundle), [], act.name);
        }),
    },
    {
      name: '[administrator.audit-atomic] after a fault there is an entry exactly where there is the change',
      holds: async (context) => {
        for (const kind of ['before', 'after'] as const) {
          await onEachAct(context, async (act, bundle) => {
            const faulty = withStorageFaults(bundle, scriptedFaults({ [act.name]: [kind] }));
            const failed = act.act(faulty, { audit: entryOf(act.name) });
            await failed.then(
              () => ok(false, `${act.name} met no fault`),
              (error: unknown) => ok(error instanceof StorageUnavailable),
            );
            equal(await act.happened(bundle), kind === 'after', act.name);
            const entries = (await trail(bundle)).length;
            equal(entries, kind === 'after' ? 1 : 0, `${act.name} with a fault ${kind} it`);
          });
        }
      },
    },
  ],
};

type Check = (act: AuditedAct, bundle: StorageBundle, reader: StorageBundle) => Promise<void>;

/** Runs each act on a separate store, with a second connection to it. */
async function onEachAct({ open }: StorageContext, check: Check): Promise<void> {
  for (const act of auditedActs) {
    await onStore(open, async (bundle, reader) => {
      await act.prepare?.(new Scene(bundle));
      await check(act, bundle, reader);
    });
  }
  await onStore(open, async (bundle, reader) => {
    const scene = new Scene(bundle);
    await scene.account('account-1');
    const job = await scene.bring(await scene.accept(), 'outcome_unknown', 'account-1');
    await check(resolutionAct(job, fail(job, scene.now)), bundle, reader);
  });
  await onStore(open, async (bundle, reader) => {
    const { scene, job } = await dispatched(bundle);
    const found = receive(job, scene.now);
    await check(findingAct(job, found, receiptOf(scene, job, '{"task":"found"}')), bundle, reader);
  });
  await onStore(open, async (bundle, reader) => {
    const scene = new Scene(bundle);
    await scene.account('account-1');
    const job = await scene.bring(await scene.accept(), 'completed', 'account-1');
    await check(removalAct(job), bundle, reader);
  });
}

async function onStore(
  open: StorageContext['open'],
  use: (bundle: StorageBundle, reader: StorageBundle) => Promise<void>,
): Promise<void> {
  const store = await open();
  try {
    const { bundle } = store;
    await use(bundle, bundle.manifest.processes === 'many' ? await store.another() : bundle);
  } finally {
    await store.dispose();
  }
}

/** Reads while the act is running: a reader sees both its entry and the change, or neither. */
async function seenTogether(
  reader: StorageBundle,
  act: AuditedAct,
  done: Promise<unknown>,
): Promise<void> {
  const isNoted = async () => (await trail(reader)).length > 0;
  const work = { isDone: false };
  const finished = done.finally(() => {
    work.isDone = true;
  });
  try {
    while (!work.isDone) {
      if (await act.happened(reader)) ok(await isNoted(), `${act.name} was seen without its entry`);
      if (await isNoted())
        ok(await act.happened(reader), `${act.name} was noted before it was done`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    await finished;
  }
  ok((await act.happened(reader)) && (await isNoted()), `${act.name} or its entry is not there`);
}

async function trail({ adminAccess }: StorageBundle): Promise<readonly AuditEntry[]> {
  return await adminAccess.audit({ before: null, limit: 10 });
}
