import type { OutcomeResolution, ReconcileOutcome } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const { signal } = new AbortController();
const said = { actor: 'eve', note: 'seen on its page' } as const;
const audit = {
  id: 'entry-1',
  at: 1,
  actor: 'eve',
  action: 'job.resolve',
  target: 'the job',
  before: null,
  after: null,
};

/** A job whose submission arrived and whose response was lost, at a provider without search. */
async function lostJob(abilities: ConstructorParameters<typeof RunnerWorld>[0] = {}) {
  const world = new RunnerWorld(abilities);
  await world.addAccount('one', 4);
  world.upstream.script('one').lost = true;
  const id = await world.accept();
  const runner = world.runner();
  runner.start();
  await world.clock.advance(1_000);
  expect((await world.job(id)).state).toBe('outcome_unknown');
  world.upstream.script('one').lost = false;
  return { world, id, runner };
}

function named(upstreamId: string, accountId: string | null = null) {
  return { upstreamId, accountId, signal };
}

function found(...given: Parameters<typeof named>): OutcomeResolution {
  return { outcome: 'found', ...named(...given) };
}

async function entries({ storage }: RunnerWorld): Promise<number> {
  return (await storage.adminAccess.audit({ before: null, limit: 10 })).length;
}

describe('work that a person finds for a job of unknown outcome', () => {
  it('[jobs.found.looked-up] is shown first, beside what was asked for, and nothing changes', async () => {
    const { world, id, runner } = await lostJob();
    const before = await world.job(id);
    const looked = await world.gateway().lookUpWork({ id, ...named('film-7') });
    expect(looked).toMatchObject({
      kind: 'seen',
      seen: {
        accountId: 'one',
        standing: 'pending',
        work: { id: 'film-7', compared: [{ field: 'seconds', asked: '5', reported: 8 }] },
      },
    });
    expect(await world.job(id)).toEqual(before);
    expect(await world.storage.reader.dispatches(id)).toMatchObject([{ handle: null }]);
    await world.end(runner);
  });

  it('[jobs.found.adopted][jobs.found.audited] is watched from then on as if its response had come, and is sent no second time', async () => {
    const { world, id, runner } = await lostJob();
    const resolved = await world.gateway().resolve({ id, ...said, ...found('film-7'), audit });
    expect(resolved).toMatchObject({ kind: 'resolved', job: { state: 'submitted' } });
    expect(await entries(world)).toBe(1);
    expect((await world.trail(id)).at(-1)).toMatchObject({
      what: 'found',
      by: 'eve',
      note: 'seen on its page',
      upstreamId: 'film-7',
    });
    const [dispatch] = await world.storage.reader.dispatches(id);
    expect(dispatch).toMatchObject({ accountId: 'one', handle: '{"version":1,"value":"film-7"}' });
    await world.clock.advance(10_000);
    expect(await world.job(id)).toMatchObject({ state: 'polling', quota: 'held' });
    world.upstream.script('one').status = 'ended';
    await world.clock.advance(30_000);
    expect((await world.job(id)).state).toBe('failed');
    expect(world.submitted()).toEqual([id]);
    await world.end(runner);
  });

  it('[jobs.found.held] is refused where another job has it, when it is looked up and when it is taken', async () => {
    const { world, id, runner } = await lostJob();
    const other = await world.accept({ owner: 'user:other' });
    await world.clock.advance(1_000);
    const refused = { kind: 'not-adoptable', refusal: { kind: 'held', heldBy: other } };
    const gateway = world.gateway();
    expect(await gateway.lookUpWork({ id, ...named(other) })).toEqual(refused);
    expect(await gateway.resolve({ id, ...said, ...found(other), audit })).toEqual(refused);
    expect((await world.job(id)).state).toBe('outcome_unknown');
    expect(await entries(world)).toBe(0);
    await world.end(runner);
  });

  it('[jobs.found.held] goes to one of two jobs that are given it at once', async () => {
    const { world, id, runner } = await lostJob();
    world.upstream.script('one').lost = true;
    const other = await world.accept({ owner: 'user:other' });
    await world.clock.advance(1_000);
    world.upstream.script('one').lost = false;
    const both = await Promise.all(
      [id, other].map((one) =>
        world
          .gateway()
          .resolve({ id: one, ...said, ...found('film-7'), audit: { ...audit, id: one } }),
      ),
    );
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['not-adoptable', 'resolved']);
    expect(await entries(world)).toBe(1);
    await world.end(runner);
  });

  it.each([
    ['denied', 'response', { kind: 'not-known' }],
    ['running', 'break', { kind: 'not-read', detail: 'the provider client failed; see the log' }],
    ['running', 'refuse', { kind: 'not-read', detail: 'ECONNREFUSED (connection refused)' }],
  ] as const)(
    '[jobs.found.read] is refused while its provider is %s and its reads %s',
    async (status, poll, refusal) => {
      const { world, id, runner } = await lostJob();
      Object.assign(world.upstream.script('one'), { status, poll });
      const outcome = await world.gateway().resolve({ id, ...said, ...found('film-7'), audit });
      expect(outcome).toEqual({ kind: 'not-adoptable', refusal });
      expect((await world.job(id)).state).toBe('outcome_unknown');
      expect(await entries(world)).toBe(0);
      await world.end(runner);
    },
  );

  it('[jobs.found.read] is refused while its provider reports another id, which is shown', async () => {
    const { world, id, runner } = await lostJob();
    world.upstream.script('one').reports = 'film-8';
    const refused = { kind: 'not-adoptable', refusal: { kind: 'another-id', reported: 'film-8' } };
    expect(await world.gateway().lookUpWork({ id, ...named('film-7') })).toEqual(refused);
    expect(await world.gateway().resolve({ id, ...said, ...found('film-7') })).toEqual(refused);
    expect((await world.job(id)).state).toBe('outcome_unknown');
    await world.end(runner);
  });

  it('[jobs.found.read] is refused for a text that can be no id there', async () => {
    const { world, id, runner } = await lostJob();
    const refused = { kind: 'not-adoptable', refusal: { kind: 'not-an-id' } };
    expect(await world.gateway().lookUpWork({ id, ...named('none') })).toEqual(refused);
    await world.end(runner);
  });

  it('[jobs.found.pinned] is looked for on the account the job was sent on, and on no other', async () => {
    const { world, id, runner } = await lostJob();
    await world.addAccount('two', 4);
    const refused = { kind: 'not-adoptable', refusal: { kind: 'account-differs' } };
    expect(await world.gateway().lookUpWork({ id, ...named('film-7', 'two') })).toEqual(refused);
    expect(world.callsOf('poll', 'two')).toEqual([]);
    await world.end(runner);
  });

  it('[jobs.found.pinned] brings the dispatch record and the account that a store has lost', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 4);
    const id = await world.accept();
    await world.happen(id, { kind: 'possibly-sent', detail: 'the store went back' });
    const gateway = world.gateway();
    const refused = { kind: 'not-adoptable', refusal: { kind: 'account-needed' } };
    expect(await gateway.lookUpWork({ id, ...named('film-7') })).toEqual(refused);
    await gateway.resolve({ id, ...said, ...found('film-7', 'one'), audit });
    expect(await world.job(id)).toMatchObject({ state: 'submitted', accountId: 'one' });
    expect(await world.storage.reader.dispatches(id)).toMatchObject([
      { correlationId: `${id}.1`, handle: '{"version":1,"value":"film-7"}' },
    ]);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(10_000);
    expect((await world.job(id)).state).toBe('polling');
    expect(world.submitted()).toEqual([]);
    await world.end(runner);
  });

  it('[jobs.found.one-response] is refused where the provider answered the submission with other work', async () => {
    const { world, id, runner } = await lostJob();
    const { correlationId } = await world.job(id);
    const fact = { jobId: id, correlationId: correlationId ?? '', accountId: 'one' };
    const reported = { ...fact, endpoint: 'scripted', handle: '{"version":1,"value":"film-1"}' };
    await world.storage.jobs.recordReceipt({ ...reported, now: world.clock.now() });
    const refused = { kind: 'not-adoptable', refusal: { kind: 'answered' } };
    const gateway = world.gateway();
    expect(await gateway.resolve({ id, ...said, ...found('film-7') })).toEqual(refused);
    const same = await gateway.resolve({ id, ...said, ...found('film-1') });
    expect(same).toMatchObject({ kind: 'resolved' });
    await world.end(runner);
  });

  it('[jobs.found.once] is refused for a job that is not unknown', async () => {
    const { world, id, runner } = await lostJob();
    const gateway = world.gateway();
    await gateway.resolve({ id, ...said, outcome: 'not_charged' });
    for (const outcome of [
      await gateway.lookUpWork({ id, ...named('film-7') }),
      await gateway.resolve({ id, ...said, ...found('film-7') }),
    ])
      expect(outcome).toMatchObject({ kind: 'not-unknown', job: { state: 'failed' } });
    expect(await gateway.lookUpWork({ id: 'vt_9', ...named('film-7') })).toEqual({
      kind: 'not-found',
    });
    await world.end(runner);
  });
});

describe('a check by hand', () => {
  const reported = { id: 'film-7', createdAt: 7, compared: [] };

  it('[jobs.found.candidates] shows the work that a search could not distinguish, twenty pieces at most', async () => {
    const among = Array.from({ length: 25 }, (_, index) => ({ ...reported, id: `film-${index}` }));
    const ambiguous: ReconcileOutcome = { kind: 'ambiguous', candidates: 25, among };
    const { world, id, runner } = await lostJob({ reconcile: () => ambiguous });
    const checked = await world.check(id);
    if (checked.kind !== 'checked') throw new Error('not checked');
    expect(checked.candidates).toHaveLength(20);
    expect(checked.candidates[0]).toEqual({ ...reported, id: 'film-0', source: 'list' });
    await world.end(runner);
  });

  it('[jobs.found.evidence] shows ids of the response, and none once the outcome is known', async () => {
    const { world, id, runner } = await lostJob();
    const from = await world.job(id);
    const now = world.clock.now();
    const detail = { account: 'one', candidates: ['film-7'] };
    await world.storage.jobs.commit({
      claim: null,
      from,
      next: { ...from, version: from.version + 1, updatedAt: now },
      effects: [{ kind: 'trail', entry: { at: now, what: 'outcome-lost', detail } }],
      lease: 'keep',
      now,
    });
    const bare = { id: 'film-7', createdAt: null, compared: [], source: 'response' };
    expect(await world.check(id)).toMatchObject({ candidates: [bare] });
    await world.gateway().resolve({ id, ...said, ...found('film-7') });
    expect(await world.check(id)).toMatchObject({ candidates: [] });
    await world.end(runner);
  });
});

describe('a job that an operator cancels', () => {
  it('[jobs.cancelled] ends before it is sent, gives everything back, and is never sent', async () => {
    const world = new RunnerWorld();
    const id = await world.accept();
    const cancelled = await world.gateway().cancel({ id, actor: 'eve', audit });
    expect(cancelled).toMatchObject({
      kind: 'cancelled',
      job: { state: 'failed', quota: 'released', failure: { code: 'cancelled_by_operator' } },
    });
    expect((await world.trail(id)).at(-1)).toMatchObject({ what: 'cancelled', by: 'eve' });
    expect(await entries(world)).toBe(1);
    await world.addAccount('one', 4);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(60_000);
    expect(world.submitted()).toEqual([]);
    await world.end(runner);
  });

  it('[jobs.cancelled] while a runner has it in hand is not sent by that runner', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 4);
    const id = await world.accept();
    const now = world.clock.now();
    const input = { lane: 'start', families: ['*'], limit: 1, holder: 'r', now } as const;
    const [claim] = await world.storage.jobs.claimDue({ ...input, leaseUntil: now + 30_000 });
    if (claim === undefined) throw new Error('not claimed');
    expect((await world.gateway().cancel({ id, actor: 'eve' })).kind).toBe('cancelled');
    const dispatch = {
      claim,
      from: claim.job,
      next: { ...claim.job, version: claim.job.version + 1 },
      effects: [],
      lease: 'keep',
      correlationId: `${id}.1`,
      requestDigest: 'd',
      sendDeadlineAt: now + 10_000,
      now,
    } as const;
    expect(await world.storage.jobs.recordDispatch(dispatch)).toEqual({ kind: 'stale' });
  });

  it('[jobs.cancelled] that was sent continues', async () => {
    const { world, id, runner } = await lostJob();
    const outcome = await world.gateway().cancel({ id, actor: 'eve', audit });
    expect(outcome).toMatchObject({ kind: 'maybe-sent', job: { state: 'outcome_unknown' } });
    expect(await world.gateway().cancel({ id: 'vt_9', actor: 'eve' })).toEqual({
      kind: 'not-found',
    });
    expect(await entries(world)).toBe(0);
    await world.end(runner);
  });

  it('[jobs.cancelled-not-sent] that waits with a dispatch record continues', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 4);
    const id = await world.accept();
    await world.recordDispatchOnly(id);
    const outcome = await world.gateway().cancel({ id, actor: 'eve', audit });
    expect(outcome).toMatchObject({ kind: 'maybe-sent', job: { state: 'queued' } });
    expect((await world.job(id)).quota).toBe('reserved');
  });
});
