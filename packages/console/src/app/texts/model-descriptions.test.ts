import { expect, it } from 'vitest';
import { sayDescription } from './model-descriptions.ts';

it('[console.languages] descriptions of other catalogs are shown as written', () => {
  expect(sayDescription('Our own model.', 'zh')).toBe('Our own model.');
  expect(sayDescription('Family B.', 'en')).toBe('Family B.');
  expect(sayDescription('Family B.', 'zh')).toBe('B 系列。');
});
