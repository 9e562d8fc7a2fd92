import { describe, expect, it } from 'vitest';
import { sampleLoad } from '../../test/sample-load.ts';
import { setBackAfterMs } from '../time/check-instant.ts';
import type { Account } from './account.ts';
import type { LearnedLimit } from './learned.ts';
import {
  awayAbout,
  probeJobFrom,
  capOf,
  closedModel,
  maySendProbeJob,
  modelRoom,
  modelSlotsOf,
  slotsOf,
} from './model-room.ts';

const now = 1_750_000_000_000;
const video = { family: 'film', model: 'm' };
const clip = { family: 'clip', model: 'm' };
const other = { family: 'other', model: 'n' };

type Cap = Extract<LearnedLimit, { readonly kind: 'cap' }>;
const capped = (cap: number, more: Partial<Cap> = {}): LearnedLimit => ({
  kind: 'cap',
  model: 'm',
  at: now,
  cap,
  restsUntil: null,
  ...more,
});
const away = (until: number, making = video, at = now): LearnedLimit => ({
  ...making,
  kind: 'away',
  at,
  until,
  streak: 0,
});
const probeJob = (until: number, at = now): LearnedLimit => ({
  kind: 'probe-job',
  at,
  until,
  streak: 0,
});

/** An account that learned limits, with a number of jobs of the model `m`. */
const loadOf = (learned: readonly LearnedLimit[], jobs = 0) =>
  sampleLoad({ learned, concurrency: 10 }, { busy: jobs, busyByModel: { m: jobs } });

describe('a cap', () => {
  it('is found among learnedLimits of other kinds about the same model', () => {
    expect(capOf({ learned: [away(now), capped(3)] }, 'm', now)).toBe(3);
    expect(capOf({ learned: [away(now)] }, 'm', now)).toBe(Number.POSITIVE_INFINITY);
  });

  it('closes its model while it is reached, until some job ends', () => {
    const learned = [capped(2)];
    expect(closedModel(loadOf(learned, 1), video, now)).toBeNull();
    expect(closedModel(loadOf(learned, 2), video, now)).toEqual({
      reason: 'model-busy',
      until: null,
    });
    expect(closedModel(loadOf(learned, 9), other, now)).toBeNull();
  });

  it('closes its model while it rests, and no longer', () => {
    const resting = loadOf([capped(2, { restsUntil: now + 500 })]);
    const until = { reason: 'model-busy', until: now + 500 };
    expect(closedModel(resting, video, now)).toEqual(until);
    expect(closedModel(resting, video, now + 499)).toEqual(until);
    expect(closedModel(resting, video, now + 500)).toBeNull();
  });

  it('counts when a clock that differs by seconds learned it, and not when one set back did', () => {
    const at = now + setBackAfterMs;
    expect(capOf({ learned: [capped(2, { at })] }, 'm', now)).toBe(2);
    expect(capOf({ learned: [capped(2, { at: at + 1 })] }, 'm', now)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

describe('a family that is away', () => {
  it('is that one by that model alone', () => {
    const learned = [away(now + 500, clip), away(now + 900)];
    expect(awayAbout({ learned }, video, now)).toEqual(away(now + 900));
    expect(awayAbout({ learned }, { family: 'film', model: 'n' }, now)).toBeUndefined();
    expect(awayAbout({ learned: [capped(1)] }, video, now)).toBeUndefined();
    const late = away(now + 900, video, now + setBackAfterMs + 1);
    expect(awayAbout({ learned: [late] }, video, now)).toBeUndefined();
  });

  it('is closed until it is back, and then accepts one job at a time, whatever the cap', () => {
    const load = loadOf([away(now + 500), capped(4)]);
    const closed = { reason: 'model-away', until: now + 500 };
    expect(closedModel(load, video, now)).toEqual(closed);
    expect(closedModel(load, video, now + 499)).toEqual(closed);
    expect(closedModel(load, video, now + 500)).toBeNull();
    expect(modelSlotsOf(load.account, video, now)).toEqual({ model: 'm', jobs: 1 });
    expect(modelSlotsOf(load.account, clip, now)).toEqual({ model: 'm', jobs: 4 });
  });
});

describe('the room of an account by its models', () => {
  it('is not bounded where nothing was learned, and nothing where it makes nothing', () => {
    expect(modelRoom(loadOf([], 9), [video], now)).toBe(Number.POSITIVE_INFINITY);
    expect(modelRoom(loadOf([], 9), [], now)).toBe(Number.POSITIVE_INFINITY);
    expect(modelRoom(loadOf([capped(3)]), [], now)).toBe(0);
    expect(modelRoom(loadOf([capped(3)]), [video, other], now)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is what a cap leaves beside the jobs it has, counted once for all families of a model', () => {
    const learned = [capped(5)];
    expect(modelRoom(loadOf(learned), [video], now)).toBe(5);
    expect(modelRoom(loadOf(learned, 2), [video], now)).toBe(3);
    expect(modelRoom(loadOf(learned, 2), [video, clip], now)).toBe(3);
    expect(modelRoom(loadOf(learned, 6), [video], now)).toBe(0);
    expect(modelRoom(sampleLoad({ learned }), [video], now)).toBe(5);
    const two = [...learned, capped(4, { model: 'n' })];
    expect(modelRoom(loadOf(two, 2), [video, other], now)).toBe(7);
  });

  it('is 0 for a model that rests and for a family that is away', () => {
    const resting = capped(5, { restsUntil: now + 1 });
    expect(modelRoom(loadOf([resting]), [video], now)).toBe(0);
    expect(modelRoom(loadOf([away(now + 1)]), [video], now)).toBe(0);
    expect(modelRoom(loadOf([away(now + 1), capped(5)]), [video, clip], now)).toBe(5);
    expect(modelRoom(loadOf([away(now)]), [video], now)).toBe(1);
  });
});

describe('an exhausted account whose balance is not known', () => {
  const broke: Partial<Account> = { condition: 'exhausted', credits: null, concurrency: 4 };

  it('is tried from the instant it learned, at once where it learned none or from a clock set back since', () => {
    const from = (learned: readonly LearnedLimit[]) =>
      probeJobFrom(sampleLoad({ ...broke, learned }).account, now);
    expect(from([capped(1), probeJob(now + 500)])).toBe(now + 500);
    expect(from([probeJob(now + 500, now + setBackAfterMs)])).toBe(now + 500);
    expect(from([probeJob(now + 500, now + setBackAfterMs + 1)])).toBe(0);
    expect(from([capped(1)])).toBe(0);
  });

  it('is tried with one job, while it has no other', () => {
    const load = (busy: number) => sampleLoad({ ...broke, learned: [probeJob(now)] }, { busy });
    expect([maySendProbeJob(load(0), now), maySendProbeJob(load(1), now)]).toEqual([true, false]);
    expect(maySendProbeJob(load(0), now - 1)).toBe(false);
    expect(slotsOf(load(0).account)).toBe(1);
  });

  it.each([
    ['whose balance is known', { ...broke, credits: 0 }],
    ['that is not exhausted', { ...broke, condition: 'ready' }],
  ] as const)('is not one %s: it has its slots, and none finds out', (_which, changes) => {
    const load = sampleLoad({ ...changes, learned: [probeJob(now)] });
    expect(probeJobFrom(load.account, now)).toBeNull();
    expect(maySendProbeJob(load, now)).toBe(false);
    expect(slotsOf(load.account)).toBe(4);
  });
});
