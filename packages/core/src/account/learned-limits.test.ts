import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandFor, sampleBook } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import { upstreamErrorKinds } from '../upstream/upstream-refusal.ts';
import {
  away,
  cap,
  error,
  hour,
  instants,
  learn,
  loadOf,
  making,
  now,
} from '../../test/sample-learned-limits.ts';
import { readinessOf } from './account-readiness.ts';
import { checkAdmission } from './admission.ts';
import { freeFamilies } from './free-families.ts';
import {
  type LearnedLimit,
  learnedLimitKey,
  learnedLimitSchema,
  maxLearnedLimits,
  withLearnedLimit,
} from './learned.ts';
import { keptAwayForMs, maxLearnedLimitMs } from './learned-limit-of.ts';
import { capGrowsAfterMs, capOf, closedModel, modelSlotsOf } from './model-room.ts';
import { poolCapacity } from './pool-capacity.ts';

describe('[providers.port.learnt-cap] a learned cap', () => {
  it('law: is never below 1 nor above the jobs that are left, and never higher than the one before', () => {
    const refusals = fc.array(fc.record({ ms: fc.nat(hour), left: fc.nat(12) }), { minLength: 1 });
    fc.assert(
      fc.property(refusals, (reported) => {
        let learned: readonly LearnedLimit[] = [];
        let at = now;
        for (const { ms, left } of reported) {
          at += ms;
          const before = capOf({ learned }, 'vidA', at);
          const learnedLimit = learn(loadOf(learned), error('concurrency', 'account'), { at });
          expect(learnedLimit).not.toBeNull();
          if (learnedLimit === null) continue;
          learned = withLearnedLimit(learned, learnedLimit, () => left);
          const after = capOf({ learned }, 'vidA', at);
          expect(after).toBeGreaterThanOrEqual(1);
          expect(after).toBeLessThanOrEqual(Math.max(1, left));
          expect(after).toBeLessThanOrEqual(before);
          const rest = closedModel(loadOf(learned), making, at);
          expect(rest?.until ?? null).toBe(left === 0 ? at + 30_000 : null);
        }
      }),
    );
  });

  it('law: grows by one job every ten minutes, and a clock set back ends it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(10 * hour), (jobs, ms) => {
        const known = { learned: [cap(jobs)] };
        const grown = Math.floor(ms / capGrowsAfterMs);
        expect(capOf(known, 'vidA', now + ms)).toBe(jobs + grown);
        expect(capOf(known, 'vidB', now + ms)).toBe(Number.POSITIVE_INFINITY);
      }),
    );
    expect(capOf({ learned: [cap(3)] }, 'vidA', now - 24 * hour)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is learned from every refusal of that kind, and of no other', () => {
    for (const kind of upstreamErrorKinds) {
      const taught = learn(loadOf([]), error(kind, 'account'), { isFirst: false });
      expect(taught?.kind ?? null).toBe(kind === 'concurrency' ? 'cap' : null);
    }
    expect(learn(loadOf([]), error('concurrency', 'request'))).toBeNull();
  });

  it('begins at the slots of the account, and goes down from the cap before', () => {
    const refusal = error('concurrency', 'account');
    expect(learn(loadOf([]), refusal)).toEqual(cap(10, now, now + 30_000));
    expect(learn(loadOf([cap(4)]), refusal)).toEqual(cap(4, now, now + 30_000));
    expect(learn(loadOf([], 0, { concurrency: 0 }), refusal)).toMatchObject({ cap: 1 });
  });
});

describe('[providers.port.kept-away] a family that is kept away', () => {
  it('law: stays away twice as long each time it is found again, up to a day, and no longer for refusals of jobs sent before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom(...upstreamErrorKinds),
        (times, kind) => {
          fc.pre(kind !== 'concurrency');
          let learned: readonly LearnedLimit[] = [];
          let at = now;
          let last = 0;
          for (let time = 0; time <= times; time += 1) {
            const learnedLimit = learn(loadOf(learned), error(kind, 'model'), { at });
            if (learnedLimit?.kind !== 'away') throw new Error('nothing was learned');
            const ms = learnedLimit.until - at;
            expect(ms).toBe(last === 0 ? keptAwayForMs : Math.min(maxLearnedLimitMs, 2 * last));
            learned = withLearnedLimit(learned, learnedLimit, () => 0);
            const again = learn(loadOf(learned), error(kind, 'model'), { at: at + 1 });
            expect(again).toEqual(learnedLimit);
            last = ms;
            at = learnedLimit.until;
          }
        },
      ),
    );
  });

  it('is away as long as its provider asked, where it passes with time', () => {
    const refusal = { ...error('unavailable', 'model'), retryAfterMs: 5_000 };
    expect(learn(loadOf([]), refusal, { retryAt: now + 5_000 })).toMatchObject({
      until: now + 5_000,
    });
  });

  it('is away for the default time where the refusal does not pass, or the provider asked for no pause', () => {
    const lasting = { ...error('forbidden', 'model'), retryAfterMs: 5_000 };
    for (const refusal of [lasting, error('rate_limited', 'model')])
      expect(learn(loadOf([]), refusal, { retryAt: now + 5_000 })).toEqual(
        away(now + keptAwayForMs),
      );
    const limited = { ...error('rate_limited', 'model'), retryAfterMs: 5_000 };
    expect(learn(loadOf([]), limited, { retryAt: now + 5_000 })).toEqual(away(now + 5_000));
  });

  it('begins with its own time, whatever other families learned', () => {
    const longAway = away(now + hour, 3);
    const others: readonly LearnedLimit[] = [
      { ...longAway, family: 'vidB' },
      { ...longAway, model: 'vidB' },
      cap(2),
    ];
    const refusal = error('forbidden', 'model');
    expect(learn(loadOf(others), refusal)).toEqual(away(now + keptAwayForMs));
    const lapsed = away(now, 3);
    expect(learn(loadOf([...others, lapsed]), refusal)).toMatchObject({ streak: 4 });
  });

  it('is learned from the first refusal of a job alone', () => {
    expect(learn(loadOf([]), error('forbidden', 'model'), { isFirst: false })).toBeNull();
  });

  it('comes back with one job', () => {
    const lapsed = [away(now)];
    expect(closedModel(loadOf(lapsed), making, now)).toBeNull();
    expect(modelSlotsOf({ learned: lapsed }, making, now)).toEqual({ model: 'vidA', jobs: 1 });
    expect(closedModel(loadOf(lapsed, 1), making, now)?.reason).toBe('model-busy');
    expect(modelSlotsOf({ learned: [] }, making, now)).toBeUndefined();
  });

  it('is admitted and waits where it is back soon, else refused until then', () => {
    const demand = { ...demandFor('vidA', 1), waitingCredits: {}, book: sampleBook };
    const check = (until: number) => checkAdmission([loadOf([away(until)])], demand, now);
    expect(check(now + hour)).toEqual({ kind: 'admitted' });
    expect(check(now + hour + 1)).toEqual({ kind: 'upstream-unavailable', until: now + hour + 1 });
    const free = loadOf([], 0, { id: 'b' });
    expect(checkAdmission([loadOf([away(now + 2 * hour)]), free], demand, now).kind).toBe(
      'admitted',
    );
  });
});

describe('what was learned', () => {
  const learnedLimits: fc.Arbitrary<LearnedLimit> = fc.oneof(
    fc.record({
      kind: fc.constant('cap' as const),
      model: fc.constantFrom('vidA', 'vidB'),
      at: instants,
      cap: fc.integer({ min: 1, max: 4 }),
      restsUntil: fc.option(instants),
    }),
    fc.record({
      kind: fc.constant('away' as const),
      family: fc.constantFrom('vidA', 'vidB'),
      model: fc.constantFrom('vidA', 'vidB', 'x'),
      at: instants,
      until: instants,
      streak: fc.nat(5),
    }),
    fc.record({
      kind: fc.constant('probe-job' as const),
      at: instants,
      until: instants,
      streak: fc.nat(5),
    }),
  );

  it('[providers.port.learnt-forgotten] law: is bounded, has each limit once, and is read as it was written', () => {
    const many = fc.array(
      fc
        .tuple(learnedLimits, fc.nat(60))
        .map(([learnedLimit, name]) =>
          learnedLimit.kind === 'away'
            ? { ...learnedLimit, family: `family ${name}` }
            : learnedLimit,
        ),
      { maxLength: 120 },
    );
    fc.assert(
      fc.property(many, (reported) => {
        let learned: readonly LearnedLimit[] = [];
        for (const learnedLimit of reported)
          learned = withLearnedLimit(learned, learnedLimit, () => 3);
        expect(learned.length).toBeLessThanOrEqual(maxLearnedLimits);
        const keys = learned.map(learnedLimitKey);
        expect(keys).toEqual([...new Set(keys)].toSorted());
        const read: unknown = JSON.parse(JSON.stringify(learned));
        expect(learnedLimitSchema.array().parse(read)).toEqual(learned);
      }),
    );
  });

  it('[providers.port.eligible] law: capacity, the families for the queue, and readiness agree on who has room', () => {
    const loads = fc
      .record({
        reported: fc.array(learnedLimits, { maxLength: 4 }),
        busy: fc.record({ vidA: fc.nat(3), vidB: fc.nat(3) }),
        condition: fc.constantFrom('ready' as const, 'exhausted' as const),
        credits: fc.constantFrom(null, 100),
        at: instants,
      })
      .map(({ reported, busy, condition, credits, at }) => {
        let learned: readonly LearnedLimit[] = [];
        for (const learnedLimit of reported)
          learned = withLearnedLimit(learned, learnedLimit, () => 4);
        const load = { busy: busy.vidA + busy.vidB, busyByModel: busy };
        const account = { concurrency: 5, condition, credits, learned, creditsCheckedAt: at };
        return { at, load: sampleLoad(account, load) };
      });
    fc.assert(
      fc.property(loads, ({ at, load }) => {
        const free = freeFamilies([load], sampleBook, at);
        const { families } = poolCapacity([load], sampleBook, at);
        for (const family of ['vidA', 'vidB']) {
          const isAble = readinessOf(load, demandFor(family, 1), at).kind === 'able';
          const slots = families.find((one) => one.family === family)?.slots.free ?? 0;
          expect(slots > 0).toBe(isAble);
          expect(free.includes(family) || free.includes('*')).toBe(isAble);
        }
      }),
    );
  });
});
