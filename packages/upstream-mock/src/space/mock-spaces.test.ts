import { beforeEach, describe, expect, it } from 'vitest';
import { createResultCache } from '../results/result-cache.ts';
import { MockClock } from '../job/mock-clock.ts';
import { createMockSpace } from './mock-space.ts';
import { MockSpaces } from './mock-spaces.ts';

let now = 0;
beforeEach(() => {
  now = 1_000_000;
});

function open(options: { readonly idleMs?: number; readonly most?: number } = {}) {
  const files = createResultCache();
  return new MockSpaces({
    create: (name) =>
      createMockSpace({
        scenario: {},
        name,
        seed: 'seed',
        clock: new MockClock({ now: () => now, speed: 1 }),
        openPersonalities: () => new Map(),
        files,
      }),
    outcomeOf: ({ world }) => (world.accounts.counts().accepted > 0 ? 'found' : 'clean'),
    now: () => now,
    idleMs: options.idleMs ?? 1_000,
    most: options.most ?? 100,
  });
}

type Spaces = ReturnType<typeof open>;

function use(spaces: Spaces, name: string) {
  const used = spaces.use(name);
  if (used.kind === 'full') throw new Error(used.message);
  return used.space;
}

function namesOf(spaces: Spaces) {
  return spaces.all().map(({ space }) => space.name);
}

describe('the spaces of a mock', () => {
  it('[mock.spaces] are there from their first use on, the default one from the beginning', () => {
    const spaces = open();
    expect(namesOf(spaces)).toEqual(['default']);
    const one = use(spaces, 'one');
    expect(use(spaces, 'two')).not.toBe(one);
    expect(use(spaces, 'one')).toBe(one);
    expect(namesOf(spaces)).toEqual(['default', 'two', 'one']);
  });

  it('[mock.spaces.idle] are dropped once they are unused for so long, but for the default one', () => {
    const spaces = open({ idleMs: 1_000 });
    const one = use(spaces, 'one');
    use(spaces, 'two');
    now += 500;
    expect(use(spaces, 'one')).toBe(one);
    now += 999;
    expect(namesOf(spaces)).toEqual(['default', 'one']);
    now += 1;
    expect(namesOf(spaces)).toEqual(['default']);
    expect(use(spaces, 'one')).not.toBe(one);
  });

  it('[mock.spaces.idle] are never dropped with a time of 0', () => {
    const spaces = open({ idleMs: 0 });
    const one = use(spaces, 'one');
    now += 1e12;
    expect(use(spaces, 'one')).toBe(one);
  });

  it('[mock.spaces.idle] stay while they keep a caller waiting', () => {
    const spaces = open({ idleMs: 1_000 });
    const one = use(spaces, 'one');
    const release = one.hung.hold({ end: async () => undefined }, null);
    use(spaces, 'two');
    now += 5_000;
    expect(namesOf(spaces)).toEqual(['default', 'one']);
    release();
    expect(namesOf(spaces)).toEqual(['default']);
  });

  it('[mock.spaces.bound] are at most so many, and the refusal says how many', () => {
    const spaces = open({ most: 3, idleMs: 1_000 });
    use(spaces, 'one');
    use(spaces, 'two');
    const message = expect.stringContaining('there are 3 spaces');
    expect(spaces.use('three')).toEqual({ kind: 'full', message });
    expect(spaces.use('one').kind).toBe('used');
    expect(spaces.drop('two')).toBe(true);
    expect(spaces.use('three').kind).toBe('used');
    now += 1_000;
    expect(spaces.use('four').kind).toBe('used');
  });

  it('[mock.spaces.drop] end the connections they keep waiting when they are dropped', () => {
    const spaces = open();
    let ended = 0;
    use(spaces, 'one').hung.hold({ end: async () => void (ended += 1) }, null);
    expect([spaces.drop('one'), spaces.drop('one'), spaces.drop('default')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(ended).toBe(1);
  });
});

describe('dropped spaces', () => {
  it('[mock.spaces.dropped] are remembered with outcome and time, the latest 10,000 of them', () => {
    const spaces = open({ idleMs: 0 });
    use(spaces, 'one');
    expect(spaces.find('one')).toMatchObject({ kind: 'known' });
    spaces.drop('one');
    const dropped = { space: 'one', outcome: 'clean', at: now };
    expect(spaces.find('one')).toEqual({ kind: 'dropped', dropped });
    expect([...spaces.dropped.values()]).toEqual([dropped]);
    use(spaces, 'one');
    expect(spaces.find('one')).toMatchObject({ kind: 'known' });
    expect(spaces.dropped.get('one')).toEqual(dropped);
    for (let count = 0; count < 10_000; count += 1) {
      use(spaces, `space-${count}`);
      spaces.drop(`space-${count}`);
    }
    expect(spaces.dropped.size).toBe(10_000);
    expect(spaces.dropped.get('one')).toBeUndefined();
  });

  it('[mock.spaces.read] reads no space into existence, and names the nearest', () => {
    const spaces = open();
    use(spaces, 'suite-1');
    const found = spaces.find('suite1');
    expect(found.kind === 'unknown' && found.near[0]).toBe('suite-1');
    expect(namesOf(spaces)).toEqual(['default', 'suite-1']);
  });
});
