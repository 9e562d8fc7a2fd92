import {
  awaitsResolution,
  defaultCatalog,
  defaultGatewayOptions,
  type JsonValue,
  type ModelCatalog,
  type ReconcileOutcome,
  type UpstreamError,
  type UpstreamErrorKind,
  type UpstreamCapabilities,
  type UpstreamClient,
} from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { RunnerWorld } from '../support/runner-world.ts';

const minuteMs = 60_000;
/** The store is read only when something is due, so that hours pass quickly. */
const seldom = { idleMs: minuteMs, probeEveryMs: 60 * minuteMs, renewEveryMs: 10_000 };

const refusedRequest: UpstreamError = {
  kind: 'invalid',
  scope: 'request',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'no such thing',
};

type Search = Parameters<NonNullable<UpstreamClient['reconcile']>>[0];

/** A world with one account whose next submission is lost, and a search with scripted results. */
async function worldThatSearches(
  response: (search: Search) => ReconcileOutcome | Promise<ReconcileOutcome>,
  timings: Partial<UpstreamCapabilities> = {},
) {
  const searches: Search[] = [];
  const world = new RunnerWorld({
    reconcile: (search) => {
      searches.push(search);
      return response(search);
    },
    timings,
  });
  await world.addAccount('one', 4);
  return { world, searches };
}

describe('a search for a lost submission', () => {
  it('[providers.port.send-window] receives the times at which its bytes can have left, however late the loss was noticed', async () => {
    const { world, searches } = await worldThatSearches(() => ({
      kind: 'transient',
      detail: 'not yet',
    }));
    world.upstream.script('one').submit = 'ignore-everything';
    const id = await world.accept();
    const sender = world.runner();
    sender.start();
    await world.clock.advance(1_000);
    const sentAt = world.clock.now() - 1_000;
    void sender.drain(0);
    await world.clock.advance(30 * minuteMs);
    const runner = world.runner(seldom);
    runner.start();
    await world.clock.advance(minuteMs);
    const { unknownSince } = await world.job(id);
    expect(unknownSince).toBeGreaterThan(sentAt + 30 * minuteMs);
    const [search] = searches;
    expect(search?.sentBetween.from).toBeGreaterThanOrEqual(sentAt);
    expect(search?.sentBetween.from).toBeLessThanOrEqual(sentAt + 1_000);
    expect(search?.sentBetween.to).toBeLessThanOrEqual(sentAt + 11_000);
    expect(search?.sentBetween.to).toBeGreaterThan(search?.sentBetween.from ?? Infinity);
    expect(search?.submission).toEqual((await world.job(id)).submission);
    await world.end(runner);
  });

  it('[providers.port.owned] receives the candidates that are another job’s', async () => {
    const owned: boolean[] = [];
    const { world, searches } = await worldThatSearches(async ({ isOwned }) => {
      for (const value of ['the first', 'its own'])
        owned.push(await isOwned({ version: 1, value }));
      return { kind: 'found', handle: { version: 1, value: 'its own' } };
    });
    world.upstream.script('one').handle = 'the first';
    const first = await world.accept();
    const runner = world.runner(seldom);
    runner.start();
    await world.clock.advance(1_000);
    expect((await world.job(first)).handle).toEqual({ version: 1, value: 'the first' });
    world.upstream.script('one').lost = true;
    const second = await world.accept();
    await world.clock.advance(minuteMs);
    expect(searches).toHaveLength(1);
    expect(owned).toEqual([true, false]);
    expect(await world.job(second)).toMatchObject({
      state: 'polling',
      handle: { version: 1, value: 'its own' },
    });
    await world.end(runner);
  });

  it('[providers.port.unanswered] receives the others without a response, until their provider gave one', async () => {
    const reported: (readonly JsonValue[])[] = [];
    const { world } = await worldThatSearches(async ({ unanswered }) => {
      const others = (await unanswered()) ?? [];
      reported.push(others.map(({ submission }) => submission.value));
      return { kind: 'cannot-ask' };
    });
    const namesOf = async (id: string) => ({ correlationId: (await world.job(id)).correlationId });
    const answered = await world.accept();
    const runner = world.runner();
    runner.start();
    await world.clock.advance(1_000);
    expect((await world.job(answered)).state).toBe('polling');
    world.upstream.script('one').refusal = refusedRequest;
    const refused = await world.accept();
    await world.clock.advance(1_000);
    world.upstream.script('one').lost = true;
    const resolved = await world.accept();
    await world.clock.advance(1_000);
    await world.happen(resolved, {
      kind: 'resolved',
      outcome: 'charged',
      actor: 'eve',
      note: 'seen',
    });
    const first = await world.accept();
    const second = await world.accept();
    await world.clock.advance(minuteMs);
    const all = await Promise.all([resolved, first, second].map(namesOf));
    expect((await world.job(refused)).state).toBe('failed');
    expect((await world.job(resolved)).state).toBe('failed');
    for (const others of reported) {
      expect(others).toHaveLength(2);
      for (const other of others) expect(all).toContainEqual(other);
    }
    expect(reported.length).toBeGreaterThanOrEqual(2);
    await world.end(runner);
  });

  it('[providers.port.unanswered] receives them however many others were refused', async () => {
    const reported: unknown[] = [];
    const { world } = await worldThatSearches(async ({ unanswered }) => {
      reported.push(await unanswered());
      return { kind: 'cannot-ask' };
    });
    world.upstream.script('one').refusal = refusedRequest;
    await world.fillQueue(201);
    const runner = world.runner();
    runner.start();
    await world.clock.advance(minuteMs);
    expect(world.submitted()).toHaveLength(201);
    world.upstream.script('one').lost = true;
    await world.accept();
    await world.clock.advance(minuteMs);
    expect(reported[0]).toEqual([]);
    await world.end(runner);
  });

  it('[providers.port.ambiguous] that fits several pieces of work is left to a person, and made again', async () => {
    let candidates = 2;
    const { world, searches } = await worldThatSearches(
      () =>
        candidates > 1
          ? { kind: 'ambiguous', candidates }
          : { kind: 'found', handle: { version: 1, value: 'the one left' } },
      { findsBy: 'list' },
    );
    world.upstream.script('one').lost = true;
    const id = await world.accept();
    const runner = world.runner(seldom);
    runner.start();
    await world.clock.advance(5 * 60 * minuteMs);
    const waiting = await world.job(id);
    expect(waiting).toMatchObject({ state: 'outcome_unknown', quota: 'held', credit: 'held' });
    expect(waiting.holdsSlot).toBe(false);
    expect(awaitsResolution(waiting, defaultGatewayOptions.unknownSlotMs)).toBe(true);
    const trail = await world.trail(id);
    expect(trail.filter(({ what }) => what === 'needs-ruling')).toEqual([
      expect.objectContaining({ account: 'one', because: 'several', candidates: 2 }),
    ]);
    expect(searches.length).toBeGreaterThan(3);
    expect(searches.length).toBeLessThan(10);
    expect(world.submitted()).toEqual([id]);
    candidates = 1;
    await world.clock.advance(70 * minuteMs);
    expect(await world.job(id)).toMatchObject({ state: 'polling', quota: 'held' });
    await world.end(runner);
  });
});

/** A catalog in which one family is made at two endpoints: first at `scripted`, then at `second`. */
const twoEndpoints: ModelCatalog = {
  ...defaultCatalog,
  families: defaultCatalog.families.map((family) => ({
    ...family,
    routes: [
      { endpoint: 'second', model: 'second-model', rank: 2 },
      { endpoint: 'scripted', model: 'first-model', rank: 1 },
      { endpoint: 'nowhere', model: 'm', rank: 1 },
    ],
  })),
};

async function worldOfTwoEndpoints(abilities: ConstructorParameters<typeof RunnerWorld>[0] = {}) {
  const world = new RunnerWorld({ catalog: twoEndpoints, ...abilities });
  await world.addAccount('lost', 4, ['*'], 1_000_000, 'nowhere');
  await world.addAccount('later', 4, ['*'], 1_000_000, 'second');
  await world.addAccount('first', 4);
  return world;
}

describe('a family that several endpoints make', () => {
  it('[providers.port.rank][providers.port.route-kept] is made at the first, and the job names the endpoint', async () => {
    const world = await worldOfTwoEndpoints({
      accepts: () => ({ kind: 'accepted', size: { width: 960, height: 960 } }),
    });
    const ids = await world.acceptMany(5);
    const runner = world.runner(seldom);
    runner.start();
    await world.clock.advance(1_000);
    const jobs = await Promise.all(ids.map((id) => world.job(id)));
    expect(jobs.map(({ accountId }) => accountId).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'first'),
      'later',
    ]);
    for (const { id, accountId, route, expectedSize } of jobs) {
      const chosen =
        accountId === 'first'
          ? { endpoint: 'scripted', model: 'first-model' }
          : { endpoint: 'second', model: 'second-model' };
      expect(route).toEqual(chosen);
      expect(expectedSize).toEqual({ width: 960, height: 960 });
      expect(await world.trail(id)).toContainEqual(
        expect.objectContaining({
          what: 'account-chosen',
          endpoint: chosen.endpoint,
          providerModel: chosen.model,
          refused: expect.arrayContaining([{ account: 'lost', reason: 'provider-missing' }]),
        }),
      );
    }
    await world.end(runner);
  });

  it('[providers.port.not-supported] goes where it can be made, and waits for an operator where it can be made nowhere', async () => {
    let second = true;
    const world = await worldOfTwoEndpoints({
      accepts: ({ endpoint }) =>
        endpoint === 'second' && second
          ? { kind: 'accepted', size: null }
          : { kind: 'not-accepted', parameter: 'resolution', reason: 'is not made here' },
    });
    const id = await world.accept();
    const runner = world.runner(seldom);
    runner.start();
    await world.clock.advance(1_000);
    expect((await world.job(id)).route?.endpoint).toBe('second');
    await world.end(runner);
    const other = await world.accept();
    second = false;
    await expect(world.accept()).rejects.toThrow('request-not-taken');
    const later = world.runner(seldom);
    later.start();
    await world.clock.advance(minuteMs);
    expect((await world.job(other)).state).toBe('awaiting_configuration');
    expect(world.submitted()).toEqual([id]);
    await world.end(later);
  });

  it('[pool.configuration-overdue] goes back to its owner when no operator acts before its deadline', async () => {
    let isMade = true;
    const world = await worldOfTwoEndpoints({
      accepts: () =>
        isMade
          ? { kind: 'accepted', size: null }
          : { kind: 'not-accepted', parameter: 'resolution', reason: 'It is not made here.' },
    });
    const id = await world.accept();
    isMade = false;
    const runner = world.runner(seldom);
    runner.start();
    await world.clock.advance(minuteMs);
    const { deadlineAt, updatedAt } = await world.job(id);
    expect(deadlineAt).toBe(updatedAt + defaultGatewayOptions.jobDeadlineMs);
    await world.clock.advance(defaultGatewayOptions.jobDeadlineMs - 2 * minuteMs);
    expect(await world.endStranded()).toBe(0);
    await world.clock.advance(2 * minuteMs);
    expect(await world.endStranded()).toBe(1);
    expect(await world.job(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'not_configured' },
      quota: 'released',
      credit: 'none',
    });
    expect(world.submitted()).toEqual([]);
    await world.end(runner);
  });
});

function refusalOf(kind: UpstreamErrorKind, scope: UpstreamError['scope']): UpstreamError {
  return { kind, scope, charge: 'not-charged', retryAfterMs: null, detail: `said ${kind}` };
}

describe('a proven refusal', () => {
  it.each([
    ['unavailable', 'endpoint'],
    ['credits', 'account'],
    ['forbidden', 'model'],
    ['rate_limited', 'account'],
  ] as const)(
    '[providers.port.next-route] %s of a %s lets the job continue by the next route at once',
    async (kind, scope) => {
      const world = await worldOfTwoEndpoints();
      await world.addAccount('sibling', 4);
      for (const account of ['first', 'sibling'])
        world.upstream.script(account).refusal = refusalOf(kind, scope);
      const id = await world.accept();
      const runner = world.runner(seldom);
      runner.start();
      await world.clock.advance(5_000);
      const job = await world.job(id);
      expect(job).toMatchObject({ state: 'polling', route: { endpoint: 'second' } });
      expect(job.refusals).toBe(scope === 'endpoint' ? 1 : 2);
      expect(new Set(world.submitted())).toEqual(new Set([id]));
      await world.end(runner);
    },
  );

  it('[providers.port.next-route] ends the job at the third, and an unknown outcome goes nowhere else', async () => {
    const world = await worldOfTwoEndpoints();
    for (const account of ['sibling', 'third']) await world.addAccount(account, 4);
    for (const account of ['first', 'sibling', 'third', 'later'])
      world.upstream.script(account).refusal = refusalOf('login', 'account');
    const refused = await world.accept();
    const runner = world.runner(seldom);
    runner.start();
    await world.clock.advance(minuteMs);
    expect(await world.job(refused)).toMatchObject({ state: 'failed', refusals: 3 });
    const calls = world.upstream.calls.filter(
      ({ job, kind }) => job === refused && kind === 'submit',
    );
    expect(calls.at(-1)?.account).toBe('later');
    await world.addAccount('fresh', 4);
    world.upstream.script('fresh').lost = true;
    const lost = await world.accept();
    await world.clock.advance(minuteMs);
    expect(await world.job(lost)).toMatchObject({ state: 'outcome_unknown', accountId: 'fresh' });
    expect(world.submitted().filter((id) => id === lost)).toHaveLength(1);
    await world.end(runner);
  });
});

describe('accepted work that its upstream denies', () => {
  const visibilityLagMs = 20_000;

  async function denied(abilities: ConstructorParameters<typeof RunnerWorld>[0] = {}) {
    const world = new RunnerWorld({ timings: { visibilityLagMs }, ...abilities });
    await world.addAccount('one', 4);
    world.upstream.script('one').status = 'denied';
    const id = await world.accept();
    const runner = world.runner(seldom);
    runner.start();
    return { world, id, runner };
  }

  it('[providers.port.denied] is not visible yet for as long as its endpoint declares', async () => {
    const { world, id, runner } = await denied();
    await world.clock.advance(visibilityLagMs);
    expect(await world.job(id)).toMatchObject({ state: 'polling', readFailures: 0 });
    world.upstream.script('one').status = 'running';
    await world.clock.advance(minuteMs);
    expect(await world.job(id)).toMatchObject({ state: 'polling', readFailures: 0 });
    expect((await world.trail(id)).map(({ what }) => what)).not.toContain('not-known');
    await world.end(runner);
  });

  it('[providers.port.denied] is unknown after that, left to a person after an hour, and asked about each hour', async () => {
    const { world, id, runner } = await denied();
    await world.clock.advance(2 * visibilityLagMs);
    expect(await world.job(id)).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
    await world.clock.advance(3 * 60 * minuteMs);
    const job = await world.job(id);
    expect(job).toMatchObject({ state: 'outcome_unknown', holdsSlot: false });
    expect(awaitsResolution(job, defaultGatewayOptions.unknownSlotMs)).toBe(true);
    expect((await world.trail(id)).at(-1)).toMatchObject({ what: 'needs-ruling' });
    const asked = world.callsOf('poll', 'one').length;
    await world.clock.advance(5 * 60 * minuteMs);
    expect(world.callsOf('poll', 'one')).toHaveLength(asked + 5);
    expect((await world.trail(id)).at(-1)).toMatchObject({ what: 'needs-ruling' });
    world.upstream.script('one').status = 'running';
    await world.check(id);
    await world.clock.advance(minuteMs);
    expect((await world.job(id)).state).toBe('polling');
    await world.end(runner);
  });

  it('[providers.port.denied] continues when it is shown again within the hour', async () => {
    const { world, id, runner } = await denied();
    await world.clock.advance(10 * minuteMs);
    world.upstream.script('one').status = 'running';
    await world.clock.advance(35 * minuteMs);
    expect((await world.job(id)).state).toBe('polling');
    await world.end(runner);
  });

  it('[providers.port.denied-searched] is watched by the handle that a search by its name gives, and sent once', async () => {
    const handle = { version: 1, value: 'its true id' } as const;
    const { world, id, runner } = await denied({ reconcile: () => ({ kind: 'found', handle }) });
    await world.clock.advance(1_000);
    const recorded = await world.storage.reader.dispatches(id);
    expect(recorded).toEqual([expect.objectContaining({ handle: expect.stringContaining(id) })]);
    await world.clock.advance(2 * minuteMs);
    expect(await world.job(id)).toMatchObject({ handle, quota: 'held' });
    world.upstream.script('one').status = 'running';
    await world.clock.advance(2 * minuteMs);
    expect(await world.job(id)).toMatchObject({ state: 'polling', handle, quota: 'held' });
    expect(world.callsOf('poll', 'one').at(-1)?.job).toBe(handle.value);
    expect(await world.storage.reader.dispatches(id)).toEqual(recorded);
    expect(world.submitted()).toEqual([id]);
    await world.end(runner);
  });

  it.each<[string, ReconcileOutcome]>([
    ['nothing', { kind: 'transient', detail: 'not yet', isEmpty: true }],
    ['several', { kind: 'ambiguous', candidates: 2 }],
    ['no such work', { kind: 'absent' }],
  ])(
    '[providers.port.denied-searched] of which a search shows %s is left to a person, its money held',
    async (_, outcome) => {
      const { world, id, runner } = await denied({ reconcile: () => outcome });
      await world.clock.advance(3 * 60 * minuteMs);
      const job = await world.job(id);
      expect(job).toMatchObject({ state: 'outcome_unknown', quota: 'held' });
      const because = outcome.kind === 'ambiguous' ? 'doubled' : 'denied';
      expect((await world.trail(id)).at(-1)).toMatchObject({ what: 'needs-ruling', because });
      expect(world.logged.includes('work-doubled')).toBe(because === 'doubled');
      expect(world.submitted()).toEqual([id]);
      await world.end(runner);
    },
  );
});

it('[providers.port.own-times] an endpoint has its own timeout for a response and for a job', async () => {
  const world = new RunnerWorld({
    timings: { sendTimeoutMs: 5 * minuteMs, jobDeadlineMs: 3 * 60 * minuteMs },
  });
  await world.addAccount('one', 4);
  world.upstream.script('one').submit = 'hang';
  const slow = await world.accept();
  const runner = world.runner(seldom);
  runner.start();
  await world.clock.advance(4 * minuteMs);
  expect((await world.job(slow)).state).toBe('dispatching');
  await world.clock.advance(2 * minuteMs);
  expect((await world.job(slow)).state).toBe('outcome_unknown');
  world.upstream.script('one').submit = 'response';
  const long = await world.accept();
  await world.clock.advance(150 * minuteMs);
  expect((await world.job(long)).state).toBe('polling');
  await world.clock.advance(60 * minuteMs);
  expect((await world.trail(long)).map(({ what }) => what)).toContain('deadline-passed');
  await world.end(runner);
});

/** Number of claims requested by a runner without any job in this time. */
async function claimsAtRest(ms: number): Promise<number> {
  const world = new RunnerWorld();
  await world.addAccount('one', 4);
  const runner = world.runner();
  runner.start();
  await world.clock.advance(minuteMs / 2);
  const asked = world.claimsAsked;
  await world.clock.advance(ms);
  const atRest = world.claimsAsked - asked;
  await world.end(runner);
  return atRest;
}

it('[providers.port.not-prepared] a client that throws while it prepares costs a job its turn and nothing else', async () => {
  const world = new RunnerWorld();
  await world.addAccount('one', 4);
  world.upstream.script('one').unpreparable = true;
  const id = await world.accept();
  const runner = world.runner();
  runner.start();
  await world.clock.advance(minuteMs / 2);
  expect(await world.job(id)).toMatchObject({ state: 'awaiting_configuration', quota: 'reserved' });
  expect(await world.trail(id)).toContainEqual(
    expect.objectContaining({
      what: 'awaiting-configuration',
      refused: [{ account: 'one', reason: 'not-prepared', detail: 'a table has a hole' }],
    }),
  );
  const version = (await world.job(id)).version;
  const asked = world.claimsAsked;
  await world.clock.advance(10 * minuteMs);
  expect((await world.job(id)).version - version).toBeLessThanOrEqual(12);
  // As often as an idle runner reads the store, and a few times more for each attempt, once a minute.
  const atRest = await claimsAtRest(10 * minuteMs);
  expect(world.claimsAsked - asked).toBeLessThanOrEqual(atRest + 4 * 12);
  world.upstream.script('one').unpreparable = false;
  await world.clock.advance(2 * minuteMs);
  expect((await world.job(id)).state).toBe('polling');
  await world.end(runner);
});

describe('references that must be uploaded to an endpoint before the submission', () => {
  it.each([
    ['break', 20_000],
    ['hang', 75_000],
  ] as const)(
    '[providers.port.staged] and could not be (%s) is brought again later, and nothing was sent meanwhile',
    async (stage, knownAfterMs) => {
      const world = new RunnerWorld({ stages: true });
      await world.addAccount('one', 4);
      world.upstream.script('one').stage = stage;
      const id = await world.accept();
      const runner = world.runner(seldom);
      runner.start();
      await world.clock.advance(knownAfterMs);
      expect(await world.job(id)).toMatchObject({
        state: 'queued',
        refusals: 1,
        quota: 'reserved',
        credit: 'none',
      });
      expect(await world.trail(id)).toContainEqual(
        expect.objectContaining({
          what: 'account-refused',
          account: 'one',
          reason: 'unavailable',
          detail: 'the references could not be uploaded to the provider',
        }),
      );
      expect(world.submitted()).toEqual([]);
      world.upstream.script('one').stage = 'response';
      await world.clock.advance(3 * minuteMs);
      expect((await world.job(id)).state).toBe('polling');
      await world.end(runner);
    },
  );

  it('[providers.port.staged] ends the job at the third failure, with its money back', async () => {
    const world = new RunnerWorld({ stages: true });
    await world.addAccount('one', 4);
    world.upstream.script('one').stage = 'break';
    const id = await world.accept();
    const runner = world.runner();
    runner.start();
    await world.clock.advance(30 * minuteMs);
    expect(await world.job(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'upstream_unavailable' },
      quota: 'released',
      credit: 'none',
      accountId: null,
      holdsSlot: false,
    });
    expect(world.callsOf('stage', 'one')).toHaveLength(3);
    expect(world.submitted()).toEqual([]);
    await world.end(runner);
  });

  it('[providers.port.staged] and was refused there goes to the next account, or ends where the request itself is at fault', async () => {
    const world = new RunnerWorld({ stages: true });
    await world.addAccount('one', 4);
    world.upstream.script('one').stageRefusal = refusalOf('login', 'account');
    const id = await world.accept();
    const runner = world.runner(seldom);
    runner.start();
    await world.clock.advance(1_000);
    await world.addAccount('two', 4);
    const other = await world.accept();
    await world.clock.advance(minuteMs);
    expect(await world.job(id)).toMatchObject({ state: 'failed', quota: 'released' });
    expect(await world.job(other)).toMatchObject({ state: 'polling', accountId: 'two' });
    world.upstream.script('two').stageRefusal = refusalOf('policy', 'request');
    const improper = await world.accept();
    await world.clock.advance(minuteMs);
    expect(await world.job(improper)).toMatchObject({
      state: 'failed',
      failure: { code: 'content_rejected' },
    });
    expect(world.submitted()).toEqual([other]);
    await world.end(runner);
  });
});
