import { deepStrictEqual } from 'node:assert/strict';
import type { StorageBundle } from '@filmgate/core';
import { complete, progress } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import { createInbox } from '../law/inbox.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** A sleeping runner is woken when jobs may have become claimable earlier than announced. */
export const workLaws: LawGroup<StorageContext> = {
  name: 'job-events.work',
  laws: [
    {
      name: 'a new job is announced as work',
      holds: async ({ bundle, patienceMs }) => {
        await wakes(bundle, patienceMs, (scene) => scene.accept());
      },
    },
    {
      name: 'a job that is given back is announced as work',
      holds: async ({ bundle, patienceMs }) => {
        const scene = new Scene(bundle);
        const claim = await scene.claim(await scene.accept());
        await wakes(bundle, patienceMs, ({ now }) =>
          bundle.jobs.releaseClaim({ claim, dueAt: now, now }),
        );
      },
    },
    {
      name: 'a decision that makes a job due is announced as work',
      holds: async ({ bundle, patienceMs }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('submitted');
        await wakes(bundle, patienceMs, () => scene.step(job, progress));
      },
    },
    {
      name: 'an account that can serve waiting jobs is announced as work',
      holds: async ({ bundle, patienceMs }) => {
        await new Scene(bundle).accept({ state: 'awaiting_configuration' });
        await wakes(bundle, patienceMs, (scene) => scene.account('account-1'));
      },
    },
    {
      name: 'an account that is edited is announced as work: due jobs may have become startable',
      holds: async ({ bundle, patienceMs }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 1 });
        await scene.accept();
        await wakes(bundle, patienceMs, ({ now }) =>
          bundle.accounts.edit({ id: 'account-1', settings: { concurrency: 2 }, now }),
        );
      },
    },
    {
      name: 'a slot that becomes free is announced as work',
      holds: async ({ bundle, patienceMs }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1', { concurrency: 1 });
        const job = await scene.acceptIn('storing');
        await scene.accept();
        await wakes(bundle, patienceMs, () => scene.step(job, complete));
      },
    },
    {
      name: 'who no longer listens is not called',
      holds: async ({ bundle, patienceMs }) => {
        const [gone, stays] = [createInbox<null>(patienceMs), createInbox<null>(patienceMs)];
        const end = bundle.events.onWork(() => gone.deliver(null));
        bundle.events.onWork(() => stays.deliver(null));
        end();
        await new Scene(bundle).accept();
        await stays.until((calls) => calls.length > 0);
        deepStrictEqual(gone.received, []);
      },
    },
  ],
};

async function wakes(
  bundle: StorageBundle,
  patienceMs: number,
  act: (scene: Scene) => Promise<unknown>,
): Promise<void> {
  const inbox = createInbox<null>(patienceMs);
  const end = bundle.events.onWork(() => inbox.deliver(null));
  await act(new Scene(bundle, 2));
  await inbox.until((calls) => calls.length > 0);
  end();
}
