import { progress, Scene } from '@filmgate/conformance';
import {
  type Job,
  type JobState,
  jobStates,
  type LearnedLimit,
  type StorageBundle,
} from '@filmgate/core';

/** Content of a furnished store besides its jobs in every state. */
export interface Furnished {
  readonly scene: Scene;
  readonly jobs: ReadonlyMap<JobState, Job>;
}

/** A store with records of every kind that moves, and a job in every state. */
export async function furnish(bundle: StorageBundle): Promise<Furnished> {
  const scene = new Scene(bundle);
  await scene.user('poor', 20);
  await scene.user('rich', 2000);
  const limits = { maxOpenJobs: 3, maxRequestsPerMinute: 60 };
  await bundle.apiUsers.edit({ id: 'poor', enabled: false, ...limits, now: scene.now });
  await scene.user('unused', null);
  await bundle.apiUsers.edit({ id: 'unused', ...limits, now: scene.now });
  await scene.account('account-1', { sealedSecret: 'sealed-1', families: ['vidA', 'vidB'] });
  await scene.account('account-2', { enabled: false, credits: 3 });
  const jobs = new Map<JobState, Job>();
  for (const state of jobStates) {
    const idempotency = { scope: 'user:rich', key: `key of ${state}`, fingerprint: '1:print' };
    const job = await scene.accept({ owner: 'user:rich' }, idempotency);
    jobs.set(state, await scene.bring(job, state));
  }
  const polling = jobs.get('polling');
  if (polling !== undefined) jobs.set('polling', await scene.step(polling, taught));
  const submitted = jobs.get('submitted');
  if (submitted === undefined) throw new Error('no job was submitted');
  await bundle.jobs.recordReceipt({
    jobId: submitted.id,
    correlationId: submitted.correlationId ?? '',
    accountId: submitted.accountId,
    endpoint: 'mock',
    handle: '{"version":1,"value":"h"}',
    now: scene.now,
  });
  await beside(bundle, scene.now);
  return { scene, jobs };
}

/** Learned limits from refusals of the account of a job. */
function taught(job: Job, now: number) {
  const accountId = 'account-1';
  const learnedLimits: readonly LearnedLimit[] = [
    { kind: 'cap', model: 'm', at: now, cap: 3, restsUntil: now + 9 },
    { kind: 'away', family: 'vidA', model: 'm', at: now, until: now + 600_000, streak: 2 },
    { kind: 'probe-job', at: now, until: now + 3_600_000, streak: 0 },
  ];
  const effects = learnedLimits.map(
    (learnedLimit) => ({ kind: 'learn', accountId, learnedLimit }) as const,
  );
  return { ...progress(job, now), effects };
}

async function beside({ values, assets, adminAccess }: StorageBundle, now: number): Promise<void> {
  await values.put('canary', 'sealed canary');
  await values.put('names\nwith lines', 'ünïcode ✓');
  for (const id of ['a', 'b'])
    await assets.add({
      id,
      owner: 'user:rich',
      kind: 'image',
      contentType: 'image/png',
      fileName: `${id}.png`,
      size: 3,
      sha256: 'ab'.repeat(32),
      createdAt: now,
    });
  const bytes = [
    { sha256: 'ab'.repeat(32), size: 3 },
    { sha256: 'cd'.repeat(32), size: 5 },
  ];
  for (const owner of ['user:rich', 'native'])
    await assets.hold({ owner, bytes, allowance: 100, now });
  const numbers = Array.from({ length: 250 }, (_, number) => number);
  await Promise.all(
    numbers.map((number) =>
      adminAccess.recordAudit({
        id: `audit-${number}`,
        at: now,
        actor: 'admin',
        action: 'edit',
        target: 'settings',
        ...(number % 3 > 0 && {
          origin: { address: '203.0.113.7', session: number % 3 === 1 ? 'ab12' : null },
        }),
        before: number % 2 === 0 ? null : '{}',
        after: '{"a":1}',
      }),
    ),
  );
}
