import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

it.each([
  ['A Fox', 'a fox'],
  ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['STRAẞE', 'straße'],
  ['İ', 'i̇'],
  ['竖屏视频 4K', '竖屏视频 4k'],
])('search compares %s as %s: indexes of stores hold it so', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
