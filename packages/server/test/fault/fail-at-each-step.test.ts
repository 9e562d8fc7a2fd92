import { beforeAll, describe, it } from 'vitest';
import { jsonOf } from '../http/response.ts';
import { eventually } from '../http/eventually.ts';
import { useFleet } from '../http/fleet/fleet-world.ts';
import { instant, smallest } from '../http/prompts.ts';
import { adminJobResponseSchema, type AdminJob } from '../http/shapes.ts';
import type { Gateway } from '../http/start-gateway.ts';
import { taskOf, tasksClient } from '../http/tasks-client.ts';
import { type FailPoint, pointsOf, withFailPoint } from './fail-point.ts';

const leaseSeconds = 5;
/** Longer than a lease that no runner renews. */
const hangMs = (leaseSeconds + 2) * 1_000;
/** A job whose lease ran short between dispatch record and send is sent after half a minute, at the earliest. */
const patienceMs = 120_000;
/** Price of one task, in credits. */
const cost = 10;

/**
 * Number of accepted submissions where the outcome is unknown: after a saved dispatch record, or a submission that
 * ended in an error. Every other failure is retried, or waited for.
 */
const unknownAfter: {
  readonly [How in 'throw' | 'hang']: Readonly<Record<string, number>>;
} = {
  throw: { 'after record': 0, 'before send': 0, 'after send': 1 },
  hang: {},
};

const still: ReadonlySet<string> = new Set(['completed', 'failed', 'outcome_unknown']);

const ways = [
  { how: 'throw', tags: [] },
  { how: 'hang', tags: ['long'] },
] as const;
const worlds = (['sqlite', 'redis'] as const).flatMap((store) =>
  ways.map(({ how, tags }) => ({ store, how, tags: [...tags] })),
);

describe.concurrent.each(worlds)('on $store, where acts $how', ({ store, how, tags }) => {
  const points: readonly (FailPoint & { readonly name: string })[] = pointsOf(how);
  const reached: string[] = [];
  const fleet = useFleet();
  let gateway: Gateway;
  beforeAll(async () => {
    const embedded = { FILMGATE_STORAGE: 'sqlite', FILMGATE_REDIS_URL: undefined };
    gateway = await fleet.node({
      env: {
        FILMGATE_LEASE_SECONDS: String(leaseSeconds),
        ...(store === 'sqlite' && embedded),
      },
      wrapPorts: (ports) =>
        points.reduce(
          (wrapped, { name, ...point }) =>
            withFailPoint(wrapped, {
              point,
              prompt: `fails ${name}`,
              hangMs,
              onReached: () => reached.push(name),
            }),
          ports,
        ),
    });
  });

  const request = (name: string) =>
    tasksClient(gateway.tasksUrl, gateway.apiUserKey).create(smallest(instant(`fails ${name}`)), {
      key: name.replace(' ', '-'),
    });

  /** Creates a task, and repeats the request where the first response was that the task could not be stored. */
  async function create(name: string): Promise<string> {
    const first = await request(name);
    if (first.status !== 503) return taskOf(first).id;
    return taskOf(await request(name), name === 'after accept' ? 200 : 202).id;
  }

  function settled(id: string): Promise<AdminJob> {
    return eventually(
      async () => {
        const job = adminJobResponseSchema.parse(jsonOf(await gateway.adminFetch(`jobs/${id}`)));
        return still.has(job.state) ? job : undefined;
      },
      { what: `the end of ${id}`, timeoutMs: patienceMs, intervalMs: 500 },
    );
  }

  it('[proof.fail-points][invariants.i1-one-submission][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced][invariants.i14-heals] before and after each step, each job is delivered and paid for once, or unknown where it may have been sent', {
    tags,
    timeout: 240_000,
  }, async ({ expect }) => {
    const ends = await Promise.all(
      points.map(async ({ name }) => {
        const id = await create(name);
        const { state } = await settled(id);
        const accepted = await fleet.accepted(`fails ${name}`);
        return { name, state, accepted, sameJob: taskOf(await request(name), 200).id === id };
      }),
    );
    const unknown = unknownAfter[how];
    expect(ends).toEqual(
      points.map(({ name }) => ({
        name,
        state: name in unknown ? 'outcome_unknown' : 'completed',
        accepted: unknown[name] ?? 1,
        sameJob: true,
      })),
    );
    expect(reached.toSorted()).toEqual(points.map(({ name }) => name).toSorted());
    const held = Object.keys(unknown).length * cost;
    const usage = await gateway.usageOf(gateway.apiUserId);
    expect(usage).toMatchObject({ used: points.length * cost - held, reserved: 0, held });
  });
});
