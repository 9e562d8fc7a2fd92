import { describe, expect, it } from 'vitest';
import {
  awayKey,
  probeJobKey,
  type LearnedLimit,
  learnedLimitKey,
  maxLearnedLimits,
  withLearnedLimit,
  withoutLearnedLimits,
} from './learned.ts';

const cap = (model: string, at = 1): LearnedLimit => ({
  kind: 'cap',
  model,
  at,
  cap: 4,
  restsUntil: 9,
});
const away = (family: string, model: string): LearnedLimit => ({
  kind: 'away',
  family,
  model,
  at: 1,
  until: 9,
  streak: 0,
});
const probeJob: LearnedLimit = { kind: 'probe-job', at: 1, until: 9, streak: 0 };
const none = () => 0;

describe('what was learned about an account', () => {
  it('is distinguished by its kind, its family and its model', () => {
    const all = [
      cap('a'),
      cap('b'),
      away('a', 'a'),
      away('b', 'a'),
      away('a', 'b'),
      probeJob,
    ] as const;
    expect(all.map(learnedLimitKey)).toEqual([
      'cap\na',
      'cap\nb',
      'away\na\na',
      'away\nb\na',
      'away\na\nb',
      'probe-job',
    ]);
    expect(learnedLimitKey(away('a', 'b'))).toBe(awayKey({ family: 'a', model: 'b' }));
    expect(learnedLimitKey(probeJob)).toBe(probeJobKey);
  });

  it('is replaced by a later one on the same subject, and kept beside one on another', () => {
    const later = { ...away('a', 'a'), at: 5 };
    const learned = [probeJob, cap('a'), away('a', 'a')];
    const after = withLearnedLimit(learned, later, none);
    expect(new Set(after)).toEqual(new Set([probeJob, cap('a'), later]));
    expect(withLearnedLimit(after, away('b', 'a'), none)).toHaveLength(4);
    expect(Object.isFrozen(after)).toBe(true);
  });

  it('is a cap no higher than the jobs in flight, and rests only when there are no jobs', () => {
    const [with3] = withLearnedLimit([], cap('a'), (model) => (model === 'a' ? 3 : 0));
    expect(with3).toEqual({ ...cap('a'), cap: 3, restsUntil: null });
    const [with9] = withLearnedLimit([], cap('a'), () => 9);
    expect(with9).toEqual({ ...cap('a'), restsUntil: null });
    expect(withLearnedLimit([], cap('a'), none)).toEqual([{ ...cap('a'), cap: 1 }]);
  });

  it('loses its oldest learnedLimit, and that one alone, to the first that is too many', () => {
    let learned: readonly LearnedLimit[] = [];
    for (let count = 0; count < maxLearnedLimits; count += 1)
      learned = withLearnedLimit(
        learned,
        cap(`model ${count}`, count === 7 ? 50 : 100 + count),
        () => 9,
      );
    expect(learned).toHaveLength(maxLearnedLimits);
    const after = withLearnedLimit(learned, { ...probeJob, at: 200 }, none);
    const keysOf = (learnedLimits: readonly LearnedLimit[]) =>
      new Set(learnedLimits.map(learnedLimitKey));
    const expected = keysOf([...learned, probeJob]);
    expected.delete('cap\nmodel 7');
    expect(keysOf(after)).toEqual(expected);
    expect(Object.isFrozen(after)).toBe(true);
  });

  it('is forgotten by its key, and is the same list where nothing is', () => {
    const learned = [probeJob, cap('a'), cap('b')];
    const kept = withoutLearnedLimits(learned, [probeJobKey, 'cap\nb']);
    expect(kept).toEqual([cap('a')]);
    expect(Object.isFrozen(kept)).toBe(true);
    expect(withoutLearnedLimits(learned, ['cap\nc'])).toBe(learned);
  });
});
