import { afterAll, beforeAll, describe, it } from 'vitest';
import { adminView } from './admin-view.ts';
import type { GatewayProcess } from './crash-harness.ts';
import { CrashScene, settledJobs } from './crash-scene.ts';
import { type FailPoint, pointsOf } from './fail-point.ts';
import { takeTurns } from './take-turns.ts';

type Named = FailPoint & { readonly name: string };

const points: readonly Named[] = pointsOf('kill');
/**
 * The outcome may be unknown only between dispatch record and receipt, and the upstream has accepted only from the send
 * on.
 */
const acceptedWhenUnknown: ReadonlyMap<string, number> = new Map([
  ['after record', 0],
  ['before send', 0],
  ['after send', 1],
  ['before receipt', 1],
]);
const unknown = points.filter(({ name }) => acceptedWhenUnknown.has(name));
const healing = points.filter(({ name }) => !acceptedWhenUnknown.has(name));

/** In `npm test` each step kills once, before or after it, on one of the stores. */
function isSampled({ step, when }: Named, store: 'sqlite' | 'redis'): boolean {
  const position = steps.indexOf(step);
  return (position % 2 === 0) === (store === 'sqlite') && position % 4 < 2 === (when === 'after');
}

const steps = [...new Set(points.map(({ step }) => step))];

/** Number of histories that start processes concurrently. */
const together = 2;
/** Maximum time of a history from its turn on, in ms: waiting for the turn does not count. */
const historyMs = 120_000;
const timeout = (points.length / together) * historyMs;

describe.each(['sqlite', 'redis'] as const)('a gateway on %s killed by SIGKILL', (store) => {
  const inTurn = takeTurns(together, historyMs);
  let scene: CrashScene;

  beforeAll(async () => {
    scene = await CrashScene.open(2, store);
  }, 60_000);
  afterAll(() => scene.close());

  /** Creates a task at a gateway that dies at the point, starts it again, and repeats the request. */
  async function crash(point: Named, look: (after: AfterCrash) => Promise<void>): Promise<void> {
    const { path, dispose } = await scene.newData();
    const task = { prompt: `killed ${point.name} [[mock:run=0s,queue=0s]]`, key: 'crash-key' };
    try {
      const { step, when, how } = point;
      const dying = await scene.start(path, { failPoint: { step, when, how } });
      const first = await scene.create(dying.tasksUrl, task);
      const { signal } = await dying.child.ended;
      const gateway = await scene.start(path);
      try {
        const again = await scene.create(gateway.tasksUrl, task);
        const admin = await adminView(gateway.localUrl);
        const [job] = await settledJobs(admin, 1);
        if (job === undefined || again === undefined) throw new Error('there is no job');
        await look({ gateway, admin, job, again, first, signal, prompt: task.prompt });
      } finally {
        await gateway.child.stop('SIGTERM');
      }
    } finally {
      await dispose();
    }
  }

  const halves = [
    { tags: 'sampled', isIn: (point: Named) => isSampled(point, store) },
    { tags: 'long', isIn: (point: Named) => !isSampled(point, store) },
  ] as const;

  describe.each(halves)('($tags)', ({ tags, isIn }) => {
    it.concurrent.for(healing.filter(isIn))(
      '[invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced][invariants.i7-completed-on-disk][invariants.i14-heals] $name delivers, pays once and loses nothing',
      { timeout, tags },
      (point, { expect }) =>
        inTurn(() =>
          crash(point, async ({ gateway, admin, job, again, first, signal, prompt }) => {
            expect(signal).toBe('SIGKILL');
            expect(again.status).toBe(point.name === 'before accept' ? 202 : 200);
            expect([again.id, first?.id ?? again.id]).toEqual([job.id, job.id]);
            expect(job.state).toBe('completed');
            expect((await scene.mock.ledger(prompt)).accepted).toBe(1);
            const { usage } = await admin.user(scene.user.id);
            expect(usage).toEqual({ used: job.price, reserved: 0, held: 0 });
            const { digest, named } = await scene.download(gateway.tasksUrl, job.id);
            expect(named).toBe(digest);
          }),
        ),
    );

    it.concurrent.for(unknown.filter(isIn))(
      '[invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced][invariants.i6-unknown-not-resubmitted] $name leaves an unknown outcome, its money held until an operator resolves it',
      { timeout, tags },
      (point, { expect }) =>
        inTurn(() =>
          crash(point, async ({ admin, job, again, first, signal, prompt }) => {
            const accepted = acceptedWhenUnknown.get(point.name);
            expect(signal).toBe('SIGKILL');
            expect(again.status).toBe(200);
            expect([again.id, first?.id ?? again.id]).toEqual([job.id, job.id]);
            expect(job.state).toBe('outcome_unknown');
            expect((await scene.mock.ledger(prompt)).accepted).toBe(accepted);
            const { usage } = await admin.user(scene.user.id);
            expect(usage).toEqual({ used: 0, reserved: 0, held: job.price });

            expect(await admin.rule(job.id, accepted === 1 ? 'charged' : 'not_charged')).toBe(200);
            expect(await admin.rule(job.id, 'charged')).toBe(409);
            const resolved = await admin.user(scene.user.id);
            expect(resolved.usage).toEqual({
              used: accepted === 1 ? job.price : 0,
              reserved: 0,
              held: 0,
            });
            expect((await scene.mock.ledger(prompt)).accepted).toBe(accepted);
          }),
        ),
    );
  });
});

interface AfterCrash {
  readonly gateway: GatewayProcess;
  readonly admin: Awaited<ReturnType<typeof adminView>>;
  readonly job: Awaited<ReturnType<typeof settledJobs>>[number];
  readonly again: { readonly status: number; readonly id: string };
  readonly first: { readonly id: string } | undefined;
  readonly signal: NodeJS.Signals | null;
  readonly prompt: string;
}
