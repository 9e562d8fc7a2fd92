import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandFor, sampleBook } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import { type UpstreamErrorKind, upstreamErrorKinds } from '../upstream/upstream-refusal.ts';
import type { UpstreamError } from '../upstream/upstream-refusal.ts';
import type { AccountLoad } from './account.ts';
import { readinessOf } from './account-readiness.ts';
import { judgeAdmission } from './admission.ts';
import { chooseAccount } from './choose-account.ts';
import { freeFamilies } from './free-families.ts';
import { type Lesson, lessonKey, lessonSchema, mostLessons, withLesson } from './learnt.ts';
import { canarySent, keptAwayForMs, lessonOf, longestLessonMs } from './lesson-of.ts';
import { canaryFrom, capGrowsAfterMs, capOf, closedModel, modelSlotsOf } from './model-room.ts';
import { poolCapacity } from './pool-capacity.ts';

const now = 1_750_000_000_000;
const making = { family: 'vidA', model: 'vidA' };
const hour = 3_600_000;

const error = (kind: UpstreamErrorKind, scope: UpstreamError['scope']): UpstreamError => ({
  kind,
  scope,
  charge: 'not-charged',
  retryAfterMs: null,
  detail: '',
});
const cap = (jobs: number, at = now, restsUntil: number | null = null): Lesson => ({
  kind: 'cap',
  model: 'vidA',
  at,
  cap: jobs,
  restsUntil,
});
const away = (until: number, streak = 0, at = now): Extract<Lesson, { readonly kind: 'away' }> => ({
  ...making,
  kind: 'away',
  at,
  until,
  streak,
});
const canary = (until: number, streak = 0): Lesson => ({ kind: 'canary', at: now, until, streak });

/** An account that learnt something, with so many jobs of the family. */
function loadOf(
  learnt: readonly Lesson[],
  busy = 0,
  changes: Partial<AccountLoad['account']> = {},
) {
  const account = { concurrency: 10, creditsSource: 'operator', learnt, ...changes } as const;
  return sampleLoad(account, { busy, busyByModel: busy === 0 ? {} : { vidA: busy } });
}

function learn(
  load: AccountLoad,
  refusal: UpstreamError,
  {
    at = now,
    isFirst = true,
    retryAt = at + 30_000,
  }: { readonly at?: number; readonly isFirst?: boolean; readonly retryAt?: number } = {},
): Lesson | null {
  return lessonOf(refusal, { account: load.account, making, isFirst, retryAt }, at);
}

const instants = fc.integer({ min: now, max: now + 30 * 24 * hour });

describe('[providers.port.learnt-cap] a learnt cap', () => {
  it('law: is never below 1 nor above the jobs that are left, and never higher than the one before', () => {
    const refusals = fc.array(fc.record({ ms: fc.nat(hour), left: fc.nat(12) }), { minLength: 1 });
    fc.assert(
      fc.property(refusals, (told) => {
        let learnt: readonly Lesson[] = [];
        let at = now;
        for (const { ms, left } of told) {
          at += ms;
          const before = capOf({ learnt }, 'vidA', at);
          const lesson = learn(loadOf(learnt), error('concurrency', 'account'), { at });
          expect(lesson).not.toBeNull();
          if (lesson === null) continue;
          learnt = withLesson(learnt, lesson, () => left);
          const after = capOf({ learnt }, 'vidA', at);
          expect(after).toBeGreaterThanOrEqual(1);
          expect(after).toBeLessThanOrEqual(Math.max(1, left));
          expect(after).toBeLessThanOrEqual(before);
          const rest = closedModel(loadOf(learnt), making, at);
          expect(rest?.until ?? null).toBe(left === 0 ? at + 30_000 : null);
        }
      }),
    );
  });

  it('law: grows by one job every ten minutes, and a clock set back ends it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(10 * hour), (jobs, ms) => {
        const known = { learnt: [cap(jobs)] };
        const grown = Math.floor(ms / capGrowsAfterMs);
        expect(capOf(known, 'vidA', now + ms)).toBe(jobs + grown);
        expect(capOf(known, 'vidB', now + ms)).toBe(Number.POSITIVE_INFINITY);
      }),
    );
    expect(capOf({ learnt: [cap(3)] }, 'vidA', now - 24 * hour)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is learnt from every refusal of that kind, and of no other', () => {
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
          let learnt: readonly Lesson[] = [];
          let at = now;
          let last = 0;
          for (let time = 0; time <= times; time += 1) {
            const lesson = learn(loadOf(learnt), error(kind, 'model'), { at });
            if (lesson?.kind !== 'away') throw new Error('nothing was learnt');
            const ms = lesson.until - at;
            expect(ms).toBe(last === 0 ? keptAwayForMs : Math.min(longestLessonMs, 2 * last));
            learnt = withLesson(learnt, lesson, () => 0);
            const again = learn(loadOf(learnt), error(kind, 'model'), { at: at + 1 });
            expect(again).toEqual(lesson);
            last = ms;
            at = lesson.until;
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

  it('is away for its own time where what was refused does not pass, or the provider asked for none', () => {
    const lasting = { ...error('forbidden', 'model'), retryAfterMs: 5_000 };
    for (const refusal of [lasting, error('rate_limited', 'model')])
      expect(learn(loadOf([]), refusal, { retryAt: now + 5_000 })).toEqual(
        away(now + keptAwayForMs),
      );
    const limited = { ...error('rate_limited', 'model'), retryAfterMs: 5_000 };
    expect(learn(loadOf([]), limited, { retryAt: now + 5_000 })).toEqual(away(now + 5_000));
  });

  it('begins with its own time, whatever other families learnt', () => {
    const longAway = away(now + hour, 3);
    const others: readonly Lesson[] = [
      { ...longAway, family: 'vidB' },
      { ...longAway, model: 'vidB' },
      cap(2),
    ];
    const refusal = error('forbidden', 'model');
    expect(learn(loadOf(others), refusal)).toEqual(away(now + keptAwayForMs));
    const lapsed = away(now, 3);
    expect(learn(loadOf([...others, lapsed]), refusal)).toMatchObject({ streak: 4 });
  });

  it('is learnt from the first refusal of a job alone', () => {
    expect(learn(loadOf([]), error('forbidden', 'model'), { isFirst: false })).toBeNull();
  });

  it('comes back with one job', () => {
    const lapsed = [away(now)];
    expect(closedModel(loadOf(lapsed), making, now)).toBeNull();
    expect(modelSlotsOf({ learnt: lapsed }, making, now)).toEqual({ model: 'vidA', jobs: 1 });
    expect(closedModel(loadOf(lapsed, 1), making, now)?.reason).toBe('model-busy');
    expect(modelSlotsOf({ learnt: [] }, making, now)).toBeUndefined();
  });

  it('is admitted and waits where it is back soon, else refused until then', () => {
    const demand = { ...demandFor('vidA', 1), waitingCredits: {}, book: sampleBook };
    const judge = (until: number) => judgeAdmission([loadOf([away(until)])], demand, now);
    expect(judge(now + hour)).toEqual({ kind: 'admitted' });
    expect(judge(now + hour + 1)).toEqual({ kind: 'upstream-unavailable', until: now + hour + 1 });
    const free = loadOf([], 0, { id: 'b' });
    expect(judgeAdmission([loadOf([away(now + 2 * hour)]), free], demand, now).kind).toBe(
      'admitted',
    );
  });
});

describe('[providers.port.canary] an exhausted account whose balance is not known', () => {
  const exhausted = (learnt: readonly Lesson[], busy = 0) =>
    loadOf(learnt, busy, {
      condition: 'exhausted',
      credits: null,
      creditsSource: 'upstream',
      creditsCheckedAt: now,
    });
  const demand = demandFor('vidA', 1);

  it('takes one job from then on, and waits for it before', () => {
    const choice = (load: AccountLoad) => chooseAccount([load], { ...demand, excluded: [] }, now);
    expect(choice(exhausted([canary(now + 1)]))).toMatchObject({
      kind: 'wait',
      until: now + 1,
      refusals: [{ reason: 'exhausted', until: now + 1 }],
    });
    expect(choice(exhausted([canary(now)])).kind).toBe('chosen');
    expect(choice(exhausted([])).kind).toBe('chosen');
    expect(choice(exhausted([canary(now)], 1))).toMatchObject({ kind: 'wait', until: null });
    const known = loadOf([], 0, { condition: 'exhausted' });
    expect(choice(known).kind).toBe('configuration-needed');
  });

  it('law: is tried twice as late each time, and at the latest after a day', () => {
    let learnt: readonly Lesson[] = [];
    const first = learn(loadOf([], 0, { credits: null }), error('credits', 'account'));
    expect(first).toEqual(canary(now + hour));
    expect(learn(loadOf([]), error('credits', 'account'))).toBeNull();
    expect(learn(exhausted([canary(now + hour)]), error('credits', 'account'))).toBeNull();
    if (first !== null) learnt = withLesson(learnt, first, () => 0);
    let last = hour;
    for (let at = now + hour; last < longestLessonMs; at += last) {
      expect(canaryFrom(exhausted(learnt).account, at)).toBe(at);
      const sent = canarySent({ learnt }, at);
      learnt = withLesson(learnt, sent, () => 0);
      const until = sent.kind === 'canary' ? sent.until : 0;
      expect(until - at).toBe(Math.min(longestLessonMs, 2 * last));
      last = until - at;
    }
    expect(canarySent({ learnt }, now)).toMatchObject({ until: now + longestLessonMs });
  });

  it('is counted among other lessons, and begins with one', () => {
    expect(canarySent({ learnt: [] }, now)).toEqual(canary(now + 2 * hour, 1));
    expect(canarySent({ learnt: [cap(1)] }, now)).toEqual(canary(now + 2 * hour, 1));
    const learnt = [away(now, 5), canary(now, 1)];
    expect(canarySent({ learnt }, now)).toEqual(canary(now + 4 * hour, 2));
  });

  it('is learnt from refusals for credits alone, and once', () => {
    for (const kind of upstreamErrorKinds) {
      const taught = learn(loadOf([], 0, { credits: null }), error(kind, 'account'));
      if (kind === 'concurrency') expect(taught?.kind).toBe('cap');
      else expect(taught).toEqual(kind === 'credits' ? canary(now + hour) : null);
    }
    const refusal = error('credits', 'account');
    const again = (learnt: readonly Lesson[]) => learn(exhausted(learnt), refusal);
    expect(again([cap(1), canary(now + 5)])).toBeNull();
    expect(again([cap(1)])).toEqual(canary(now + hour));
    const restored = loadOf([canary(now + 5)], 0, { credits: null });
    expect(learn(restored, refusal)).toEqual(canary(now + hour));
  });
});

describe('what was learnt', () => {
  const lessons: fc.Arbitrary<Lesson> = fc.oneof(
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
      kind: fc.constant('canary' as const),
      at: instants,
      until: instants,
      streak: fc.nat(5),
    }),
  );

  it('[providers.port.learnt-forgotten] law: is bounded, says each thing once, and is read as it was written', () => {
    const many = fc.array(
      fc
        .tuple(lessons, fc.nat(60))
        .map(([lesson, name]) =>
          lesson.kind === 'away' ? { ...lesson, family: `family ${name}` } : lesson,
        ),
      { maxLength: 120 },
    );
    fc.assert(
      fc.property(many, (told) => {
        let learnt: readonly Lesson[] = [];
        for (const lesson of told) learnt = withLesson(learnt, lesson, () => 3);
        expect(learnt.length).toBeLessThanOrEqual(mostLessons);
        const keys = learnt.map(lessonKey);
        expect(keys).toEqual([...new Set(keys)].toSorted());
        const read: unknown = JSON.parse(JSON.stringify(learnt));
        expect(lessonSchema.array().parse(read)).toEqual(learnt);
      }),
    );
  });

  it('[providers.port.eligible] law: capacity, what is asked of the queue, and readiness agree on who has room', () => {
    const loads = fc
      .record({
        told: fc.array(lessons, { maxLength: 4 }),
        busy: fc.record({ vidA: fc.nat(3), vidB: fc.nat(3) }),
        condition: fc.constantFrom('ready' as const, 'exhausted' as const),
        credits: fc.constantFrom(null, 100),
        at: instants,
      })
      .map(({ told, busy, condition, credits, at }) => {
        let learnt: readonly Lesson[] = [];
        for (const lesson of told) learnt = withLesson(learnt, lesson, () => 4);
        const load = { busy: busy.vidA + busy.vidB, busyByModel: busy };
        const account = { concurrency: 5, condition, credits, learnt, creditsCheckedAt: at };
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
