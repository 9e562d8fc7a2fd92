import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultCatalog } from '@filmgate/core';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { describedFamilies, sayDescription } from './model-descriptions.ts';

const presets = fileURLToPath(new URL('../../../../upstream-http/presets/', import.meta.url));
const presetSchema = z.object({ families: z.array(z.object({ description: z.string() })) });

it('[console.languages] the families of every shipped catalog, and no others, are described in Chinese', () => {
  const families = globSync('*.json', { cwd: presets }).flatMap(
    (name) => presetSchema.parse(JSON.parse(readFileSync(presets + name, 'utf8'))).families,
  );
  const shipped = [...defaultCatalog.families, ...families].map(({ description }) => description);
  expect([...describedFamilies.keys()].toSorted()).toEqual([...new Set(shipped)].toSorted());
});

it('[console.languages] descriptions of other catalogs are shown as written', () => {
  expect(sayDescription('Our own model.', 'zh')).toBe('Our own model.');
  expect(sayDescription('Family B.', 'en')).toBe('Family B.');
  expect(sayDescription('Family B.', 'zh')).toBe('B 系列。');
});
