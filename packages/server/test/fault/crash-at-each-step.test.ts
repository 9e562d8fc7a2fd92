import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AdminView, adminView } from './admin-view.ts';
import { copyOf, type MockProcess, startGatewayProcess, startMock, temporaryDirectory } from './crash-harness.ts';
import { type KillPoint, steps } from './kill-point.ts';

/** What must be true after the restart: only between mark and receipt may the outcome be unknown. */
const unknownAfter = new Set(['mark after', 'send before', 'send after', 'receipt before']);
/** The upstream may have seen the submission only from the send on. */
const neverSent = new Set(['mark after', 'send before']);

const taskSchema = z.object({ id: z.string(), status: z.string(), video_url: z.string().optional() });
const patienceMs = 30_000;

const points: readonly KillPoint[] = steps.flatMap((step) => [
  { step, when: 'before' },
  { step, when: 'after' },
]);

describe('a gateway killed by SIGKILL', () => {
  let mock: MockProcess;
  let prepared: Awaited<ReturnType<typeof temporaryDirectory>>;
  let user: { readonly id: string; readonly key: string };

  beforeAll(async () => {
    mock = await startMock();
    prepared = await temporaryDirectory();
    const gateway = await startGatewayProcess({ dataDirectory: prepared.path, mockUrl: mock.url });
    const admin = await adminView(gateway.localUrl);
    await admin.addAccount(2);
    user = await admin.createUser();
    await gateway.child.stop('SIGTERM');
  }, 60_000);

  afterAll(async () => {
    await mock.stop();
    await prepared.dispose();
  });

  /** Creates the task; undefined when the process died before it answered. */
  async function create(tasksUrl: string, prompt: string) {
    try {
      const answer = await fetch(`${tasksUrl}/v1/videos`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${user.key}`,
          'content-type': 'application/json',
          'idempotency-key': 'crash-key',
        },
        body: JSON.stringify({ prompt, seconds: 5, resolution: '720p' }),
      });
      return { status: answer.status, task: taskSchema.parse(await answer.json()) };
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  async function settledJob(admin: AdminView) {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const jobs = await admin.jobs();
      const [job] = jobs;
      expect(jobs).toHaveLength(1);
      if (job !== undefined && ['completed', 'failed', 'outcome_unknown'].includes(job.state)) return job;
      expect(performance.now(), `still ${job?.state}`).toBeLessThan(deadline);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function expectDelivered(tasksUrl: string, id: string): Promise<void> {
    const task = await fetch(`${tasksUrl}/v1/videos/${id}`, { headers: { authorization: `Bearer ${user.key}` } });
    const { video_url: url = '' } = taskSchema.parse(await task.json());
    const content = await fetch(url);
    const bytes = new Uint8Array(await content.arrayBuffer());
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect(content.headers.get('etag')).toContain(digest);
  }

  it.each(points)(
    '[invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced][invariants.i6-unknown-not-resubmitted][invariants.i7-completed-on-disk][invariants.i14-heals] $when $step pays once and loses nothing',
    async (killPoint) => {
      const { path, dispose } = await copyOf(prepared.path);
      const name = `${killPoint.step} ${killPoint.when}`;
      const prompt = `killed ${name} [[mock:run=0s,queue=0s]]`;
      try {
        const dying = await startGatewayProcess({ dataDirectory: path, mockUrl: mock.url, killPoint });
        const first = await create(dying.tasksUrl, prompt);
        expect((await dying.child.ended).signal).toBe('SIGKILL');

        const gateway = await startGatewayProcess({ dataDirectory: path, mockUrl: mock.url });
        const again = await create(gateway.tasksUrl, prompt);
        const admin = await adminView(gateway.localUrl);
        expect(again?.status).toBe(name === 'accept before' ? 202 : 200);
        if (first !== undefined) expect(again?.task.id).toBe(first.task.id);
        const job = await settledJob(admin);
        expect(job.id).toBe(again?.task.id);

        const truth = await mock.ledger(prompt);
        const { usage } = await admin.user(user.id);
        if (unknownAfter.has(name)) {
          expect(job.state).toBe('outcome_unknown');
          expect(truth.accepted).toBe(neverSent.has(name) ? 0 : 1);
          expect(usage).toEqual({ used: 0, reserved: 0, held: job.cost });
          expect(await admin.rule(job.id, truth.accepted === 1 ? 'charged' : 'not_charged')).toBe(200);
          expect(await admin.rule(job.id, 'charged')).toBe(409);
          const used = truth.accepted === 1 ? job.cost : 0;
          expect((await admin.user(user.id)).usage).toEqual({ used, reserved: 0, held: 0 });
        } else {
          expect(job.state).toBe('completed');
          expect(truth.accepted).toBe(1);
          expect(usage).toEqual({ used: job.cost, reserved: 0, held: 0 });
          await expectDelivered(gateway.tasksUrl, job.id);
        }
        expect((await mock.ledger(prompt)).accepted).toBe(truth.accepted);
        await gateway.child.stop('SIGTERM');
      } finally {
        await dispose();
      }
    },
    60_000,
  );
});
