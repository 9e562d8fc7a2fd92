import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminView } from './admin-view.ts';
import { CrashScene, settledJobs } from './crash-scene.ts';

const jobCount = 20;
/**
 * Maximum wait for a hanging submission while a gateway stops, in ms (docs/settings.md, FILMGATE_SEND_TIMEOUT_SECONDS).
 */
const sendTimeoutMs = 60_000;

function tasksOf(name: string, tokens: string) {
  return Array.from({ length: jobCount }, (_, index) => ({
    prompt: `${name} ${index} [[mock:${tokens}]]`,
    key: `${name}-${index}`,
  }));
}

describe('a gateway with twenty jobs in flight', () => {
  let scene: CrashScene;

  beforeAll(async () => {
    scene = await CrashScene.open(jobCount);
  }, 60_000);
  afterAll(() => scene.close());

  it('[signals.drain][settings.mock-url][invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i14-heals] stops on SIGTERM without a 5xx, and all of them complete after the next start', async () => {
    const { path, dispose } = await scene.newData();
    const tasks = tasksOf('drained', 'run=1500s,queue=0s');
    try {
      const gateway = await scene.start(path);
      const [early, late] = [tasks.slice(0, jobCount / 2), tasks.slice(jobCount / 2)];
      const create = (task: (typeof tasks)[number]) => scene.create(gateway.tasksUrl, task);
      const responses = await Promise.all(early.map(create));
      const creating = Promise.all(late.map(create));
      gateway.child.process.kill('SIGTERM');
      const all = [...responses, ...(await creating)];
      const { code } = await gateway.child.ended;
      expect(code).toBe(0);
      // Every response was a good one; a connection that came too late was refused.
      expect(responses.map((response) => response?.status)).toEqual(early.map(() => 202));
      expect(all.filter((response) => response !== undefined && response.status !== 202)).toEqual(
        [],
      );

      const next = await scene.start(path);
      for (const task of tasks) {
        const again = await scene.create(next.tasksUrl, task);
        expect(again?.status).toBeLessThan(300);
      }
      const admin = await adminView(next.localUrl);
      const jobs = await settledJobs(admin, jobCount);
      expect(jobs.map(({ state }) => state)).toEqual(tasks.map(() => 'completed'));
      const accepted = all.filter((response) => response !== undefined).map(({ id }) => id);
      expect(jobs.map(({ id }) => id)).toEqual(expect.arrayContaining(accepted));
      const truth = await scene.mock.ledger('drained');
      expect([truth.accepted, truth.completed]).toEqual([jobCount, jobCount]);
      await next.child.stop('SIGTERM');
    } finally {
      await dispose();
    }
  }, 120_000);

  it('[invariants.i1-one-submission][invariants.i14-heals] killed twice while it recovers still completes each once', {
    tags: 'long',
    timeout: 120_000,
  }, async () => {
    const { path, dispose } = await scene.newData();
    const tasks = tasksOf('killed', 'run=500s,queue=0s');
    try {
      const first = await scene.start(path);
      await Promise.all(tasks.map((task) => scene.create(first.tasksUrl, task)));
      await first.child.stop('SIGKILL');
      for (const afterMs of [0, 40]) {
        const recovering = await scene.start(path);
        await pause(afterMs);
        await recovering.child.stop('SIGKILL');
      }
      const last = await scene.start(path);
      const admin = await adminView(last.localUrl);
      const jobs = await settledJobs(admin, jobCount);
      const truth = await scene.mock.ledger('killed');
      const count = (state: string): number => jobs.filter((job) => job.state === state).length;
      // A kill between dispatch record and receipt leaves an unknown outcome; no submission is ever sent twice.
      expect(count('completed') + count('outcome_unknown')).toBe(jobCount);
      const jobOf = (correlation: string): string => correlation.split('.')[0] ?? '';
      const submitted = truth.jobs.map(({ correlation_id }) => jobOf(correlation_id));
      expect(new Set(submitted).size).toBe(truth.accepted);
      for (const { id, state } of jobs) {
        expect([id, state === 'completed' ? submitted.includes(id) : true]).toEqual([id, true]);
      }
      const { usage } = await admin.user(scene.user.id);
      const sum = (state: string): number =>
        jobs.filter((job) => job.state === state).reduce((total, { price }) => total + price, 0);
      expect(usage).toEqual({
        used: sum('completed'),
        reserved: 0,
        held: sum('outcome_unknown'),
      });
      await last.child.stop('SIGTERM');
    } finally {
      await dispose();
    }
  });

  it('[signals.second][invariants.i6-unknown-not-resubmitted] ends at once on a second signal, and the outcome without a response is unknown', {
    tags: 'long',
    timeout: 180_000,
  }, async () => {
    const { path, dispose } = await scene.newData();
    try {
      const gateway = await scene.start(path);
      const prompt = 'hangs while it stops [[mock:response=hang,run=0s,queue=0s]]';
      await scene.create(gateway.tasksUrl, { prompt, key: 'hanging' });
      const accepted = async () => (await scene.mock.ledger('hangs while it stops')).accepted;
      await expect.poll(accepted, { timeout: 30_000 }).toBe(1);
      gateway.child.process.kill('SIGTERM');
      // The second signal counts from two seconds after the first.
      const readiness = async () => (await fetch(`${gateway.localUrl}/readyz`)).status;
      await expect.poll(readiness, { timeout: 30_000 }).toBe(503);
      await pause(2_200);
      expect(gateway.child.process.exitCode).toBeNull();
      const asked = performance.now();
      gateway.child.process.kill('SIGTERM');
      expect((await gateway.child.ended).code).toBe(1);
      expect(performance.now() - asked).toBeLessThan(sendTimeoutMs / 2);

      const next = await scene.start(path);
      const [job] = await settledJobs(await adminView(next.localUrl), 1);
      expect(job?.state).toBe('outcome_unknown');
      expect((await scene.mock.ledger('hangs while it stops')).accepted).toBe(1);
      await next.child.stop('SIGTERM');
    } finally {
      await dispose();
    }
  });
});
