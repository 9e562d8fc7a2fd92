import type { ResponseSpool, UpstreamError } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';
import { outOfLease, takenOver, unanswered } from '../support/unanswered.ts';

const policy: UpstreamError = {
  kind: 'policy',
  scope: 'request',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'the provider said no',
};

/** Two jobs one after the other, and an upstream that returns one handle for both. */
async function twoJobsOneHandle(world: RunnerWorld) {
  await world.addAccount('one', 2);
  world.upstream.script('one').handle = { task: 'the same' };
  const first = await world.accept({ owner: 'user:first' });
  const runner = world.runner();
  runner.start();
  await world.clock.advance(10);
  const second = await world.accept({ owner: 'user:second' });
  await world.clock.advance(10);
  return { first, second, runner };
}

describe('a handle that is given for two jobs', () => {
  it('[submission-facts.handle.newcomer] leaves the second with an unknown outcome and the first untouched, with an alarm', async () => {
    const world = new RunnerWorld();
    const { first, second, runner } = await twoJobsOneHandle(world);
    const before = await world.job(first);
    expect((await world.job(second)).state).toBe('outcome_unknown');
    expect(await world.job(second)).toMatchObject({ handle: null, quota: 'held', credit: 'held' });
    expect(await world.trail(second)).toContainEqual(
      expect.objectContaining({ what: 'handle-taken', account: 'one', heldBy: first }),
    );
    expect(world.errors).toEqual([
      {
        event: 'handle-taken',
        fields: expect.objectContaining({ job: second, heldBy: first, endpoint: 'scripted' }),
      },
    ]);
    await world.clock.advance(30_000);
    expect(['submitted', 'polling']).toContain((await world.job(first)).state);
    expect((await world.job(first)).handle).toEqual(before.handle);
    expect((await world.job(second)).state).toBe('outcome_unknown');
    expect(world.submitted()).toEqual([first, second]);
    await world.end(runner);
  });

  it('[submission-facts.handle.newcomer] does so also where the lease of the second ended while it was sent', async () => {
    const world = new RunnerWorld();
    await world.addAccount('other', 1);
    world.upstream.script('other').handle = 'the same';
    const first = await world.accept({ pinnedAccountId: 'other' });
    const runner = world.runner();
    runner.start();
    await world.clock.advance(10);
    await world.end(runner);
    const { id, sender, taker } = await takenOver(world);
    world.upstream.script('slow').handle = 'the same';
    world.upstream.leaveHanging();
    await world.clock.advance(100);
    expect((await world.job(id)).state).toBe('outcome_unknown');
    expect(await world.trail(id)).toContainEqual(
      expect.objectContaining({ what: 'handle-taken', heldBy: first }),
    );
    await world.end(sender, taker);
  });

  it('[submission-facts.handle.newcomer] is not accepted by a sender that received it once, though the store fails then and forgets the first', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 2);
    world.upstream.script('one').handle = 'the same';
    const first = await world.accept();
    const runner = world.runner();
    runner.start();
    await world.clock.advance(10);
    let isReported = false;
    world.faults = {
      decide: ({ method }) => {
        isReported ||= method === 'recordReceipt';
        if (method !== 'commit' || !isReported || world.forgetsHandles) return { kind: 'none' };
        world.forgetsHandles = true;
        return { kind: 'before', applied: 'no' };
      },
    };
    const second = await world.accept();
    await world.clock.advance(2_000);
    expect(world.forgetsHandles).toBe(true);
    expect(await world.job(second)).toMatchObject({ state: 'outcome_unknown', handle: null });
    expect(await world.trail(second)).toContainEqual(
      expect.objectContaining({ what: 'handle-taken', heldBy: first }),
    );
    await world.end(runner);
  });

  it('[submission-facts.handle.search] is accepted from a search no more than from a submission', async () => {
    let found = 'the same';
    const world = new RunnerWorld({
      reconcile: () => ({ kind: 'found', handle: { version: 1, value: found } }),
    });
    await world.addAccount('one', 2);
    world.upstream.script('one').handle = found;
    const first = await world.accept();
    const runner = world.runner();
    runner.start();
    await world.clock.advance(10);
    const second = await world.accept();
    await world.clock.advance(40_000);
    await world.check(second);
    expect((await world.job(second)).state).toBe('outcome_unknown');
    expect((await world.job(second)).handle).toBeNull();
    expect((await world.job(first)).state).toBe('polling');

    found = 'its own';
    await world.check(second);
    expect((await world.job(second)).handle).toEqual({ version: 1, value: 'its own' });
    expect(['submitted', 'polling']).toContain((await world.job(second)).state);
    expect(world.submitted()).toEqual([first, second]);
    await world.end(runner);
  });
});

describe('a refusal that comes after its lease ended', () => {
  it('[submission-facts.refusal.late] ends the unknown outcome with its reason and a refund, and nothing is sent again', async () => {
    const world = new RunnerWorld();
    const { id, sender, taker } = await takenOver(world);
    world.upstream.script('slow').refusal = policy;
    world.upstream.leaveHanging();
    await world.clock.advance(100);
    expect(await world.job(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'content_rejected' },
      quota: 'released',
      credit: 'released',
      holdsSlot: false,
    });
    await world.clock.advance(60_000);
    expect(world.submitted()).toEqual([id]);
    await world.end(sender, taker);
  });

  it('[submission-facts.refusal.late] does so also where an operator checks the job at the same moment, and no later check would follow', async () => {
    const world = new RunnerWorld();
    const { id, sender, taker } = await takenOver(world);
    let looks = 0;
    world.faults = {
      decide: ({ method }) => {
        if (method === 'dispatches') looks += 1;
        if (method === 'dispatches' && looks === 1)
          void world.happen(id, {
            ...{ kind: 'cannot-be-asked', because: 'name-lost', isReported: false, doubt: null },
            dueAt: world.clock.now() + 3_600_000,
          });
        return { kind: 'none' };
      },
    };
    world.upstream.script('slow').refusal = policy;
    world.upstream.leaveHanging();
    await world.clock.advance(100);
    expect(await world.job(id)).toMatchObject({ state: 'failed', quota: 'released' });
    expect((await world.trail(id)).map(({ what }) => what)).toContain('needs-ruling');
    expect(looks).toBe(2);
    await world.end(sender, taker);
  });

  it('[submission-facts.refusal.late] does so at the next look where the job could not be saved then', async () => {
    const world = new RunnerWorld();
    const { id, sender, taker } = await takenOver(world);
    const correlationId = (await world.job(id)).correlationId ?? '';
    const refusal = JSON.stringify(policy);
    const now = world.clock.now();
    await world.storage.jobs.recordRefusal({ jobId: id, correlationId, refusal, now });
    expect((await world.job(id)).state).toBe('outcome_unknown');
    await world.end(sender);
    await world.clock.advance(15 * 60_000);
    expect(await world.job(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'content_rejected' },
    });
    expect(world.submitted()).toEqual([id]);
    await world.end(taker);
  });

  it('[submission-facts.refusal.late] lets the node that takes the job over continue as if it had been saved in time', async () => {
    const world = new RunnerWorld();
    const { id, sender } = await outOfLease(world);
    const correlationId = (await world.job(id)).correlationId ?? '';
    const refusal = JSON.stringify(policy);
    const now = world.clock.now();
    await world.storage.jobs.recordRefusal({ jobId: id, correlationId, refusal, now });
    const taker = world.runner();
    taker.start();
    await world.clock.advance(10);
    expect(await world.job(id)).toMatchObject({ state: 'failed', refusals: 1 });
    expect((await world.trail(id)).map(({ what }) => what)).not.toContain('outcome-lost');
    await world.end(sender, taker);
  });

  it('[submission-facts.refusal.late] corrects an outcome that another runner calls unknown in the same moment', async () => {
    const world = new RunnerWorld();
    const { id, sender } = await outOfLease(world);
    const correlationId = (await world.job(id)).correlationId ?? '';
    const refusal = JSON.stringify(policy);
    const now = world.clock.now();
    world.faults = {
      decide: ({ method }) => {
        if (method === 'commit')
          void world.storage.jobs.recordRefusal({ jobId: id, correlationId, refusal, now });
        return method === 'renewLeases' ? { kind: 'before', applied: 'no' } : { kind: 'none' };
      },
    };
    const taker = world.runner();
    taker.start();
    await world.clock.advance(10);
    expect(await world.job(id)).toMatchObject({ state: 'failed', quota: 'released' });
    expect((await world.trail(id)).map(({ what }) => what)).toContain('outcome-lost');
    await world.end(sender, taker);
  });

  it('[submission-facts.refusal.kept] is retried at a store that fails until it is saved', async () => {
    const world = new RunnerWorld();
    const { id, sender } = await unanswered(world);
    world.faults = { decide: () => ({ kind: 'before', applied: 'no' }) };
    world.upstream.script('slow').refusal = policy;
    world.upstream.leaveHanging();
    await world.clock.advance(120_000);
    world.faults = { decide: () => ({ kind: 'none' }) };
    await world.clock.advance(1_000);
    expect(await world.job(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'content_rejected' },
    });
    await world.end(sender);
  });
});

describe('a receipt', () => {
  it('[submission-facts.receipt.contradicted] that is the second under one dispatch record changes nothing: the job continues with the first', async () => {
    const world = new RunnerWorld();
    const { id, sender } = await unanswered(world);
    await world.storage.jobs.recordReceipt({
      jobId: id,
      correlationId: (await world.job(id)).correlationId ?? '',
      accountId: 'slow',
      endpoint: 'scripted',
      handle: '{"version":1,"value":"first"}',
      now: world.clock.now(),
    });
    world.upstream.script('slow').handle = 'second';
    world.upstream.leaveHanging();
    await world.clock.advance(10);
    expect((await world.job(id)).handle).toEqual({ version: 1, value: 'first' });
    expect(['submitted', 'polling']).toContain((await world.job(id)).state);
    expect(world.logged).toContain('receipt-contradicted');
    await world.end(sender);
  });

  it('[clocks.schedule.set-back] that the store took only after the clock was set back is gone on with at once', async () => {
    const world = new RunnerWorld();
    const { id, sender } = await unanswered(world);
    world.refuse('recordReceipt', 'commit');
    world.upstream.leaveHanging();
    await world.clock.advance(5_000);
    world.clock.setWall(world.clock.now() - 7_200_000);
    world.refuse();
    await world.clock.advance(30_000);
    expect(await world.job(id)).toMatchObject({ state: 'polling' });
    await world.end(sender);
  });

  it.each([
    { standing: 'waiting for an account', needsOperator: false },
    { standing: 'waiting for an operator', needsOperator: true },
  ])(
    '[submission-facts.receipt.after-loss] leads to the work although the store forgot the sending, knew the job as $standing, and an operator acknowledged that',
    async ({ needsOperator }) => {
      const world = new RunnerWorld();
      await world.addAccount('slow', 1);
      world.upstream.script('slow').submit = 'ignore-everything';
      world.forgetsDispatches = true;
      const id = await world.accept();
      const runner = world.runner();
      runner.start();
      await world.clock.advance(0);
      expect(world.submitted()).toEqual([id]);
      const missing = {
        kind: 'configuration-missing',
        refusals: [],
        deadlineAt: Infinity,
      } as const;
      if (needsOperator) await world.happen(id, missing);
      await world.happen(id, { kind: 'possibly-sent', detail: 'the store went back' });
      expect((await world.job(id)).correlationId).toBeNull();
      world.upstream.leaveHanging();
      await world.clock.advance(10);
      expect(await world.job(id)).toMatchObject({
        state: 'polling',
        accountId: 'slow',
        handle: { version: 1, value: id },
      });
      await world.clock.advance(60_000);
      expect(world.submitted()).toEqual([id]);
      await world.end(runner);
    },
  );
});

describe('a job that waits though a dispatch of it is recorded', () => {
  it('[submission-facts.recorded-before] is never sent: its outcome is unknown, and its money stays held', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 1);
    const id = await world.accept();
    await world.recordDispatchOnly(id);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(60_000);
    expect(world.submitted()).toEqual([]);
    expect(await world.job(id)).toMatchObject({
      state: 'outcome_unknown',
      quota: 'held',
      holdsSlot: false,
    });
    expect(world.logged.filter((event) => event === 'dispatch-recorded-before')).toHaveLength(1);
    await world.end(runner);
  });

  it('[submission-facts.recorded-before] continues with the receipt that is recorded under it', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 1);
    const id = await world.accept();
    await world.recordDispatchOnly(id);
    const handle = { version: 1, value: id };
    const receipt = { accountId: 'one', endpoint: 'scripted', handle: JSON.stringify(handle) };
    const fact = { jobId: id, correlationId: `${id}.1`, now: world.clock.now(), ...receipt };
    expect((await world.storage.jobs.recordReceipt(fact)).kind).toBe('recorded');
    const runner = world.runner();
    runner.start();
    await world.clock.advance(60_000);
    expect(world.submitted()).toEqual([]);
    expect(world.callsOf('poll', 'one').length).toBeGreaterThan(0);
    expect(await world.job(id)).toMatchObject({ accountId: 'one', handle });
    await world.end(runner);
  });

  it('[submission-facts.recorded-before] continues at once when the receipt comes that restores the dispatch record', async () => {
    const world = new RunnerWorld();
    await world.addAccount('slow', 1);
    world.upstream.script('slow').submit = 'ignore-everything';
    world.forgetsDispatches = true;
    const id = await world.accept();
    const runner = world.runner();
    runner.start();
    await world.clock.advance(0);
    expect((await world.job(id)).state).toBe('queued');
    world.forgetsDispatches = false;
    world.upstream.leaveHanging();
    await world.clock.advance(10);
    expect(await world.job(id)).toMatchObject({
      state: 'polling',
      accountId: 'slow',
      handle: { version: 1, value: id },
    });
    await world.clock.advance(60_000);
    expect(world.submitted()).toEqual([id]);
    await world.end(runner);
  });
});

/** A spool in memory. */
function memorySpool(): ResponseSpool & { readonly texts: () => readonly string[] } {
  const entries = new Map<string, string>();
  let kept = 0;
  return {
    keep: async (text) => {
      kept += 1;
      entries.set(String(kept), text);
      return { kind: 'kept', ticket: String(kept) };
    },
    entries: async () => [...entries].map(([ticket, text]) => ({ ticket, text })),
    remove: async (ticket) => void entries.delete(ticket),
    texts: () => [...entries.values()],
  };
}

/** A submission whose response arrives while the store rejects writes; the process ends first. */
async function answeredWhileDown(world: RunnerWorld): Promise<string> {
  const { id, sender } = await unanswered(world);
  world.faults = { decide: () => ({ kind: 'before', applied: 'no' }) };
  world.upstream.leaveHanging();
  await world.clock.advance(700_000);
  await world.end(sender);
  world.faults = { decide: () => ({ kind: 'none' }) };
  expect((await world.job(id)).state).toBe('dispatching');
  return id;
}

describe('a response the store never accepted', () => {
  it('[submission-facts.spool.drained] leads to the work, though it is brought only at the next start', async () => {
    const responseSpool = memorySpool();
    const world = new RunnerWorld({ responseSpool });
    const id = await answeredWhileDown(world);
    expect(responseSpool.texts()).toHaveLength(1);
    expect(world.errors[0]).toMatchObject({
      event: 'receipt-not-saved-yet',
      fields: { job: id, handle: JSON.stringify({ version: 1, value: id }) },
    });
    expect(await world.drain()).toBe(1);
    expect(responseSpool.texts()).toEqual([]);
    const next = world.runner();
    next.start();
    await world.clock.advance(40_000);
    expect((await world.job(id)).handle).toEqual({ version: 1, value: id });
    expect((await world.trail(id)).map(({ what }) => what)).not.toContain('outcome-lost');
    expect(world.submitted()).toEqual([id]);
    await world.end(next);
  });

  it('[submission-facts.spool.drained] corrects an outcome that was called unknown before it was brought', async () => {
    const world = new RunnerWorld({ responseSpool: memorySpool() });
    const id = await answeredWhileDown(world);
    const next = world.runner();
    next.start();
    await world.clock.advance(40_000);
    expect((await world.job(id)).state).toBe('outcome_unknown');
    expect(await world.drain()).toBe(1);
    expect((await world.job(id)).handle).toEqual({ version: 1, value: id });
    await world.end(next);
  });

  it('[submission-facts.spool.drained] that is a refusal ends the job with its reason', async () => {
    const world = new RunnerWorld({ responseSpool: memorySpool() });
    world.upstream.script('slow').refusal = policy;
    const id = await answeredWhileDown(world);
    await world.drain();
    const next = world.runner();
    next.start();
    await world.clock.advance(40_000);
    expect(await world.job(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'content_rejected' },
    });
    await world.end(next);
  });

  it('[submission-facts.spool.drained] and names the work of another job leaves its own unknown', async () => {
    const world = new RunnerWorld({ responseSpool: memorySpool() });
    world.upstream.script('slow').handle = 'the same';
    const id = await answeredWhileDown(world);
    await world.addAccount('other', 1);
    world.upstream.script('other').handle = 'the same';
    const first = await world.accept({ pinnedAccountId: 'other' });
    const next = world.runner();
    next.start();
    await world.clock.advance(100);
    expect(await world.drain()).toBe(1);
    expect((await world.job(id)).state).toBe('outcome_unknown');
    expect(await world.trail(id)).toContainEqual(
      expect.objectContaining({ what: 'handle-taken', heldBy: first }),
    );
    await world.end(next);
  });

  it('[submission-facts.spool.kept] leaves the spool when the store has it, and stays there while the store fails', async () => {
    const responseSpool = memorySpool();
    const world = new RunnerWorld({ responseSpool });
    const { id, sender } = await unanswered(world);
    world.faults = { decide: () => ({ kind: 'before', applied: 'no' }) };
    world.upstream.leaveHanging();
    await world.clock.advance(5_000);
    expect(responseSpool.texts()).toHaveLength(1);
    await expect(world.drain()).rejects.toThrow(/Injected/);
    expect(responseSpool.texts()).toHaveLength(1);
    world.faults = { decide: () => ({ kind: 'none' }) };
    await world.clock.advance(1_000);
    expect(responseSpool.texts()).toEqual([]);
    expect(['submitted', 'polling']).toContain((await world.job(id)).state);
    await world.end(sender);
  });
});
