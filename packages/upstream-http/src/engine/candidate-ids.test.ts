import { expect, it } from 'vitest';
import { candidateIds } from './candidate-ids.ts';

it('[providers.engine.candidates][providers.engine.linear] of a large response lie near its top, and few texts are looked through for them', () => {
  let looks = 0;
  const fit = (words: string) => {
    looks += 1;
    return words.startsWith('https') ? '(withheld)' : words;
  };
  const links = Array.from({ length: 50_000 }, (_, index) => ({
    id: `https://h.example/${index}`,
  }));
  expect(candidateIds({ task_id: 'f-1', data: links }, fit)).toEqual(['f-1']);
  expect(looks).toBeLessThanOrEqual(1_000);
  const ids = Array.from({ length: 50_000 }, (_, index) => ({ id: `f-${index}` }));
  looks = 0;
  expect(candidateIds(ids, fit)).toEqual(['f-0', 'f-1', 'f-2', 'f-3', 'f-4']);
  expect(looks).toBe(5);
});
