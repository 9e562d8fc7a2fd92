import { setTimeout as pause } from 'node:timers/promises';
import { createJobFactory, prepareOn } from '@filmgate/conformance';
import { createRedisStorage } from '../../src/index.ts';

/** Results of one of several racing processes. */
export interface RaceReport {
  /** By round: outcome of the create under the key that all share. */
  readonly creates: readonly { readonly kind: string; readonly id: string | null }[];
  /** `<job> <epoch>` of every claim given. */
  readonly claims: readonly string[];
  /** Jobs that were granted a slot. */
  readonly granted: readonly string[];
}

/**
 * Creates the same jobs as every other racing process at the same time, then claims all jobs and takes slots for them.
 */
async function race(url: string, prefix: string, seed: number): Promise<RaceReport> {
  const store = await createRedisStorage({ url, prefix });
  const make = createJobFactory(seed);
  await store.values.put(`ready-${String(seed)}`, 'yes');
  while ((await store.values.get('go')) === undefined) await pause(1);
  const rounds = Number(await store.values.get('go'));
  const creates: { readonly kind: string; readonly id: string | null }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const now = Date.now();
    const outcome = await store.jobs.acceptJob({
      job: make.newJob({ owner: 'user:limited', now }),
      idempotency: { scope: 'user:limited', key: `key-${String(round)}`, fingerprint: '1:a' },
      queueLimit: 1000,
      now,
    });
    creates.push({ kind: outcome.kind, id: 'job' in outcome ? outcome.job.id : null });
  }
  const claims: string[] = [];
  const granted: string[] = [];
  for (let look = 0; look < rounds; look += 1) {
    const now = Date.now();
    const due = { families: ['*'], limit: 2, holder: `node-${String(seed)}`, now };
    const given = await store.jobs.claimDue({ ...due, lane: 'start', leaseUntil: now + 60_000 });
    for (const claim of given) {
      claims.push(`${claim.job.id} ${String(claim.epoch)}`);
      const { next, effects } = prepareOn('account-1')(claim.job, now);
      const decision = { claim, from: claim.job, next, effects, lease: 'keep', now } as const;
      const outcome = await store.jobs.commit(decision);
      if (outcome.kind === 'committed') granted.push(claim.job.id);
    }
  }
  await store.close();
  return { creates, claims, granted };
}

const [url = '', prefix = '', seed = '1'] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(await race(url, prefix, Number(seed)))}\n`);
