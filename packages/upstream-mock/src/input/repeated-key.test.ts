import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { repeatedKey } from './repeated-key.ts';

it.each([
  ['{"seed": 1, "seed": 2}', 'seed'],
  ['{"a": {"b": 1}, "c": [{"b": 1, "b" : 2}]}', 'b'],
  ['{"a": 1, "\\u0061": 2}', 'a'],
  ['{"a": "b", "b": "a:", "c": "{\\"c\\": 1"}', undefined],
  ['[{"a": 1}, {"a": 1}]', undefined],
])('[mock.scenario.refused] %s has %s twice', (json, key) => {
  expect(repeatedKey(json)).toBe(key);
});

it('[mock.scenario.refused] no JSON that is written from a value has a key twice', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(repeatedKey(json)).toBeUndefined();
    }),
  );
});
