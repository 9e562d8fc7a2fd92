import { expect, it } from 'vitest';
import type { JsonValue } from '../../json/json-value.ts';
import { evidencedIds } from './evidenced-ids.ts';

function step(what: string, candidates: JsonValue) {
  return { at: 1, what, detail: { candidates }, money: [] };
}

it('[jobs.found.evidence] ids of a lost response are returned, each once, and nothing else of a trail', () => {
  const ids = evidencedIds([
    step('outcome-lost', ['film-1', 7, 'film-2', 'film-1']),
    step('outcome-lost', 2),
    step('needs-ruling', ['film-3']),
    { at: 2, what: 'outcome-lost', detail: {}, money: [] },
  ]);
  expect(ids).toEqual(['film-1', 'film-2']);
});

it('[jobs.found.evidence] at most twenty ids are returned', () => {
  const many = Array.from({ length: 50 }, (_, index) => `film-${index}`);
  expect(evidencedIds([step('outcome-lost', many)])).toEqual(many.slice(0, 20));
});
