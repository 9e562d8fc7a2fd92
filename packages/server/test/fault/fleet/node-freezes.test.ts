/** @module-tag long */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminView } from '../admin-view.ts';
import { FleetWorld, wishes } from './fleet-world.ts';

const count = 4;
/**
 * Duration of a laptop's sleep, or of a machine's migration: longer than a lease, a sign of life and every response
 * last.
 */
const frozenMs = 40_000;
/** Default settings of nodes. */
const environment = { FILMGATE_LEASE_SECONDS: '15' };
const underWay: ReadonlySet<string> = new Set(['submitted', 'polling']);

describe('a node that is suspended for 40 s in the middle of everything, and resumes when another has taken over', () => {
  let world: FleetWorld;

  beforeAll(async () => {
    world = await FleetWorld.open({ cap: 2 * count });
  }, 120_000);
  afterAll(() => world.close(), 60_000);

  it('[fleet.takeover][invariants.i9-stale-epoch][invariants.i8-final-states][invariants.i1-one-submission] decides nothing any more, and its receipts are kept', async () => {
    const mockLine = await world.lineToMock();
    const frozen = await world.node({ mockLine, environment });
    const admin = await world.furnish(frozen);
    // Too long for this test: the mock's clock is moved ahead when the other node can see the end.
    const polled = await world.createAll([frozen], wishes('polled', count, 'queue=0s,run=900h'));
    await world.jobs(admin, 'polled jobs', (jobs) =>
      jobs.every(({ state }) => underWay.has(state)),
    );
    mockLine.holdResponses();
    await world.until('reads without an answer', async () =>
      mockLine.held >= count ? true : undefined,
    );
    await world.createAll([frozen], wishes('sent', count, 'queue=0s,run=0s'));
    await world.accepted('sent', count);
    frozen.child.process.kill('SIGSTOP');
    const fortySeconds = pause(frozenMs);

    const taker = await world.node({ environment });
    const view = await adminView(taker.localUrl);
    await world.mock.advance(4_000_000);
    const taken = await world.settled(view, 2 * count);
    const polledIds = polled.flatMap((reported) =>
      reported.kind === 'created' ? [reported.id] : [],
    );
    const stateOf = (id: string) => taken.find((job) => job.id === id)?.state;
    expect(polledIds.map(stateOf)).toEqual(polled.map(() => 'completed'));
    expect(taken.filter(({ state }) => state === 'outcome_unknown')).toHaveLength(count);
    const before = await Promise.all(polledIds.map((id) => view.trail(id)));
    // A caller calls the suspended node, aborts, and calls the other one.
    const [asked = { prompt: '', key: '' }] = wishes('asked', 1, 'queue=0s,run=0s');
    const late = world.create(frozen, asked);
    expect(await world.create(taker, asked)).toMatchObject({ kind: 'created', status: 202 });
    const settled = await world.settled(view, 2 * count + 1);
    await fortySeconds;
    // Nothing changed while it was suspended, and no unknown job was sent again.
    expect(await view.jobs()).toEqual(settled);
    expect((await world.mock.ledger('sent')).accepted).toBe(count);

    // Pending requests wait for it when it wakes, before it can learn that its leases have expired.
    mockLine.heal();
    frozen.child.process.kill('SIGCONT');
    const all = await world.jobs(view, 'receipts that were kept', (jobs) =>
      jobs.every(({ state }) => state === 'completed'),
    );
    expect(all).toHaveLength(2 * count + 1);
    expect(await late).toMatchObject({ kind: 'created', status: 200 });
    await world.readiness(frozen, 200);
    // Work it held when it was suspended has ended after its drain.
    await frozen.child.stop('SIGTERM');
    expect((await frozen.child.ended).code).toBe(0);
    expect(await Promise.all(polledIds.map((id) => view.trail(id)))).toEqual(before);
    expect((await world.mock.ledger('')).accepted).toBe(2 * count + 1);
    expect(await world.check(view)).toEqual([]);
  }, 240_000);
});
