import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const { signal } = new AbortController();

/** A world with a job whose submission arrived, and whose response was lost. */
async function lostJob() {
  const world = new RunnerWorld();
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

function notice(world: RunnerWorld, id: string, body: JsonValue, attempt = 1) {
  const submission = { jobId: id, correlationId: `${id}.${attempt}`, accountId: 'one' };
  return world.gateway().noteNotice({ submission, ...callOf(body), signal });
}

function callOf(body: JsonValue) {
  return { body, bytes: Buffer.from(JSON.stringify(body)), headers: {} };
}

describe('a notice of a provider', () => {
  it('[notices.found][notices.verified] is read, and finds the work of a lost response, which is sent no second time', async () => {
    const { world, id, runner } = await lostJob();
    const before = world.callsOf('poll', 'one').length;
    expect(await notice(world, id, 'film-7')).toEqual({ kind: 'noted' });
    expect(world.callsOf('poll', 'one').length).toBe(before + 1);
    expect(await world.job(id)).toMatchObject({ state: 'submitted', handle: { value: 'film-7' } });
    expect((await world.trail(id)).at(-1)).toMatchObject({ what: 'found', by: 'notice' });
    // Further ones read nothing.
    expect(await notice(world, id, 'film-8')).toEqual({ kind: 'noted' });
    expect(world.callsOf('poll', 'one').length).toBe(before + 1);
    await world.clock.advance(10_000);
    expect((await world.job(id)).state).toBe('polling');
    expect(world.submitted()).toEqual([id]);
    await world.end(runner);
  });

  it('[notices.signature] finds nothing unless the provider signed it, and is to be repeated while that cannot be verified', async () => {
    const { world, id, runner } = await lostJob();
    const before = world.callsOf('poll', 'one').length;
    const submission = { jobId: id, correlationId: `${id}.1`, accountId: 'one' };
    const signedAs = (signature: string) =>
      world
        .gateway()
        .noteNotice({ submission, ...callOf('film-7'), headers: { signature }, signal });
    expect(await signedAs('wrong')).toEqual({ kind: 'not-found' });
    expect(await signedAs('unknown')).toEqual({ kind: 'not-read', detail: 'no keys' });
    expect(world.callsOf('poll', 'one').length).toBe(before);
    expect((await world.job(id)).state).toBe('outcome_unknown');
    expect(await signedAs('right')).toEqual({ kind: 'noted' });
    expect(await world.job(id)).toMatchObject({ state: 'submitted', handle: { value: 'film-7' } });
    await world.end(runner);
  });

  it('[notices.found] before the end of a submission is its response, should no other come', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 4);
    Object.assign(world.upstream.script('one'), { submit: 'hang', lost: true });
    const id = await world.accept();
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    expect(await notice(world, id, 'film-7')).toEqual({ kind: 'noted' });
    expect((await world.job(id)).state).toBe('dispatching');
    world.upstream.leaveHanging();
    await world.clock.advance(5_000);
    expect(await world.job(id)).toMatchObject({ state: 'polling', handle: { value: 'film-7' } });
    expect((await world.trail(id)).map(({ what }) => what)).not.toContain('outcome-lost');
    await world.end(runner);
  });

  it.each([
    ['carries the name of another submission', { carries: 'another' }, 'film-7', 'noted'],
    ['cannot be read', { poll: 'break' }, 'film-7', 'not-read'],
    ['is not known', { status: 'denied' }, 'film-7', 'not-read'],
    ['is reported under another id', { reports: 'film-8' }, 'film-7', 'noted'],
    ['cannot exist', {}, 'none', 'noted'],
    ['is not named', {}, {}, 'noted'],
  ] as const)(
    '[notices.verified][notices.responses] changes nothing if its work %s',
    async (_case, script, body, kind) => {
      const { world, id, runner } = await lostJob();
      Object.assign(world.upstream.script('one'), script);
      expect(await notice(world, id, body)).toMatchObject({ kind });
      expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', handle: null });
      await world.end(runner);
    },
  );

  it('[notices.verified] changes nothing if another job has its work, and says so in the log', async () => {
    const { world, id, runner } = await lostJob();
    const other = await world.accept({ owner: 'user:other' });
    await world.clock.advance(1_000);
    expect(await notice(world, id, other)).toEqual({ kind: 'noted' });
    expect((await world.job(id)).state).toBe('outcome_unknown');
    expect(world.logged).toContain('notice-not-adopted');
    await world.end(runner);
  });

  it('[notices.verified] gives work to one of two jobs whose notices name it at once', async () => {
    const { world, id, runner } = await lostJob();
    world.upstream.script('one').lost = true;
    const other = await world.accept({ owner: 'user:other' });
    await world.clock.advance(1_000);
    await Promise.all([notice(world, id, 'film-7'), notice(world, other, 'film-7')]);
    const jobs = await Promise.all([id, other].map((one) => world.job(one)));
    expect(jobs.filter(({ handle }) => handle !== null)).toHaveLength(1);
    await world.end(runner);
  });

  it('[notices.responses] gives a challenge its reply, and says nothing of jobs and accounts that are not there', async () => {
    const { world, id, runner } = await lostJob();
    const challenged = { kind: 'challenge', reply: 'response' };
    expect(await notice(world, id, 'challenge')).toEqual(challenged);
    expect(await notice(world, 'vt_0', 'film-7')).toEqual({ kind: 'not-found' });
    const submission = { jobId: id, correlationId: `${id}.1`, accountId: 'none' };
    const stranger = { submission, ...callOf('film-7'), signal };
    expect(await world.gateway().noteNotice(stranger)).toEqual({ kind: 'not-found' });
    await world.end(runner);
  });

  it('[notices.verified] changes nothing for a try that was followed by another', async () => {
    const { world, id, runner } = await lostJob();
    expect(await notice(world, id, 'film-7', 2)).toEqual({ kind: 'noted' });
    expect((await world.job(id)).state).toBe('outcome_unknown');
    expect(world.logged).toContain('notice-not-adopted');
    await world.end(runner);
  });

  it.each([
    ['is read', {}, 'polling', 'film-7'],
    ['is named by its submission, too', { needsSubmission: true }, 'polling', 'film-7'],
    ['cannot be read', { poll: 'break' }, 'outcome_unknown', undefined],
    ['is another’s', { carries: 'another' }, 'outcome_unknown', undefined],
  ] as const)(
    '[notices.after-loss][invariants.i1-one-submission] keeps a job from being sent again whose store has lost its submission, where its work %s',
    async (_case, script, state, value) => {
      const world = new RunnerWorld();
      await world.addAccount('one', 4);
      Object.assign(world.upstream.script('one'), script);
      const id = await world.accept();
      await notice(world, id, 'film-7');
      const runner = world.runner();
      runner.start();
      await world.clock.advance(10_000);
      const job = await world.job(id);
      expect([job.state, job.handle?.value]).toEqual([state, value]);
      expect(world.submitted()).toEqual([]);
      await world.end(runner);
    },
  );

  it('[notices.after-loss][invariants.i1-one-submission] that shows the work of a refused submission keeps the job from being sent again', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 4);
    world.upstream.script('one').refusal = {
      ...{ kind: 'rate_limited', scope: 'account', charge: 'not-charged' },
      ...{ retryAfterMs: 3_600_000, detail: 'slow down' },
    };
    const id = await world.accept();
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    expect(await world.job(id)).toMatchObject({ state: 'queued', refusals: 1 });
    delete world.upstream.script('one').refusal;
    expect(await notice(world, id, 'film-7')).toEqual({ kind: 'noted' });
    await world.clock.advance(60_000);
    expect(await world.job(id)).toMatchObject({ state: 'polling', handle: { value: 'film-7' } });
    expect(world.submitted()).toEqual([id]);
    await world.end(runner);
  });

  it('[notices.found][invariants.i1-one-submission] before a refusal shows that the submission had arrived', async () => {
    const world = new RunnerWorld();
    await world.addAccount('one', 4);
    const refusal = { kind: 'rate_limited', scope: 'account', charge: 'not-charged' } as const;
    Object.assign(world.upstream.script('one'), {
      submit: 'hang',
      refusal: { ...refusal, retryAfterMs: null, detail: 'slow down' },
    });
    const id = await world.accept();
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    await notice(world, id, 'film-7');
    world.upstream.leaveHanging();
    await world.clock.advance(60_000);
    expect(await world.job(id)).toMatchObject({ state: 'polling', handle: { value: 'film-7' } });
    expect(world.submitted()).toEqual([id]);
    await world.end(runner);
  });

  it('[notices.responses] of a job that is not there has a line in the log', async () => {
    const { world, runner } = await lostJob();
    expect(await notice(world, 'vt_0', 'film-7')).toEqual({ kind: 'not-found' });
    expect(world.logged).toContain('notice-of-unknown-job');
    await world.end(runner);
  });
});
