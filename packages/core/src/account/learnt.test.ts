import { describe, expect, it } from 'vitest';
import {
  awayKey,
  canaryKey,
  type Lesson,
  lessonKey,
  mostLessons,
  withLesson,
  withoutLessons,
} from './learnt.ts';

const cap = (model: string, at = 1): Lesson => ({ kind: 'cap', model, at, cap: 4, restsUntil: 9 });
const away = (family: string, model: string): Lesson => ({
  kind: 'away',
  family,
  model,
  at: 1,
  until: 9,
  streak: 0,
});
const canary: Lesson = { kind: 'canary', at: 1, until: 9, streak: 0 };
const none = () => 0;

describe('what was learnt about an account', () => {
  it('is told apart by its kind, its family and its model', () => {
    const all = [
      cap('a'),
      cap('b'),
      away('a', 'a'),
      away('b', 'a'),
      away('a', 'b'),
      canary,
    ] as const;
    expect(all.map(lessonKey)).toEqual([
      'cap\na',
      'cap\nb',
      'away\na\na',
      'away\nb\na',
      'away\na\nb',
      'canary',
    ]);
    expect(lessonKey(away('a', 'b'))).toBe(awayKey({ family: 'a', model: 'b' }));
    expect(lessonKey(canary)).toBe(canaryKey);
  });

  it('is replaced by a later lesson about the same, and stands beside one about another', () => {
    const later = { ...away('a', 'a'), at: 5 };
    const learnt = [canary, cap('a'), away('a', 'a')];
    const after = withLesson(learnt, later, none);
    expect(new Set(after)).toEqual(new Set([canary, cap('a'), later]));
    expect(withLesson(after, away('b', 'a'), none)).toHaveLength(4);
    expect(Object.isFrozen(after)).toBe(true);
  });

  it('is a cap no higher than the jobs in flight, and rests only when there are no jobs', () => {
    const [with3] = withLesson([], cap('a'), (model) => (model === 'a' ? 3 : 0));
    expect(with3).toEqual({ ...cap('a'), cap: 3, restsUntil: null });
    const [with9] = withLesson([], cap('a'), () => 9);
    expect(with9).toEqual({ ...cap('a'), restsUntil: null });
    expect(withLesson([], cap('a'), none)).toEqual([{ ...cap('a'), cap: 1 }]);
  });

  it('loses its oldest lesson, and that one alone, to the first that is too many', () => {
    let learnt: readonly Lesson[] = [];
    for (let count = 0; count < mostLessons; count += 1)
      learnt = withLesson(learnt, cap(`model ${count}`, count === 7 ? 50 : 100 + count), () => 9);
    expect(learnt).toHaveLength(mostLessons);
    const after = withLesson(learnt, { ...canary, at: 200 }, none);
    const keysOf = (lessons: readonly Lesson[]) => new Set(lessons.map(lessonKey));
    const expected = keysOf([...learnt, canary]);
    expected.delete('cap\nmodel 7');
    expect(keysOf(after)).toEqual(expected);
    expect(Object.isFrozen(after)).toBe(true);
  });

  it('is forgotten by its key, and is the same list where nothing is', () => {
    const learnt = [canary, cap('a'), cap('b')];
    const kept = withoutLessons(learnt, [canaryKey, 'cap\nb']);
    expect(kept).toEqual([cap('a')]);
    expect(Object.isFrozen(kept)).toBe(true);
    expect(withoutLessons(learnt, ['cap\nc'])).toBe(learnt);
  });
});
