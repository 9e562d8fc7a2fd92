import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminView } from '../admin-view.ts';
import { FleetWorld, wishes } from './fleet-world.ts';

const count = 4;
/** Request of a job's first poll at the mock; its response is a decision: the job moves on. */
const look = 'GET /v1/generations/';

describe('a node that was suspended, and wakes while another polls its jobs', () => {
  let world: FleetWorld;

  beforeAll(async () => {
    world = await FleetWorld.open({ cap: count });
  }, 120_000);
  afterAll(() => world.close(), 60_000);

  // No other node has decided meanwhile, so each job still has the version this node knows: only its lease keeps it
  // from deciding.
  it('[fleet.takeover][invariants.i9-stale-epoch] decides nothing by what it hears, even though no other node has decided yet', async () => {
    const [sleepersLine, takersLine] = [await world.lineToMock(), await world.lineToMock()];
    const sleeper = await world.node({ mockLine: sleepersLine });
    await world.furnish(sleeper);
    sleepersLine.holdResponses(look);
    await world.createAll([sleeper], wishes('watched', count, 'queue=0s,run=1s'));
    const heldOn = (line: typeof takersLine) =>
      world.until('looks without an answer', async () => (line.held >= count ? true : undefined));
    await heldOn(sleepersLine);
    sleeper.child.process.kill('SIGSTOP');

    takersLine.holdResponses(look);
    const taker = await world.node({ mockLine: takersLine });
    const view = await adminView(taker.localUrl);
    await heldOn(takersLine);
    const before = await view.jobs();
    expect(before.map(({ state }) => state)).toEqual(before.map(() => 'submitted'));
    const trails = () => Promise.all(before.map(({ id }) => view.trail(id)));
    const reported = await trails();

    sleepersLine.heal();
    sleeper.child.process.kill('SIGCONT');
    // Work it held has ended after its drain.
    await sleeper.child.stop('SIGTERM');
    expect((await sleeper.child.ended).code).toBe(0);
    expect(await view.jobs()).toEqual(before);
    expect(await trails()).toEqual(reported);

    takersLine.heal();
    const ended = await world.settled(view, count);
    expect(ended.map(({ state }) => state)).toEqual(ended.map(() => 'completed'));
    expect(await world.check(view)).toEqual([]);
  }, 180_000);
});
