import { expect, it } from 'vitest';
import { percentIn } from './json-fields.ts';

it.each([
  ['40', 40],
  [' 40.5 % ', 40.5],
  ['101', undefined],
  [`40${' '.repeat(20)}%`, 40],
  [`40${' '.repeat(1_000_000)}x`, undefined],
  [`40${' '.repeat(40)}`, undefined],
])('[providers.engine.linear] a share is read in a few characters', (text, share) => {
  expect(percentIn(text)).toBe(share);
});
