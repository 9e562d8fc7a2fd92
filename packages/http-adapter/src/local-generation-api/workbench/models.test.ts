import { createHash } from 'node:crypto';
import { defaultCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { encodeWorkbenchModels } from './models.ts';

describe('the models of the workbench', () => {
  it('[providers.catalog.same-list] are listed in the bytes they had before families had routes', () => {
    const text = JSON.stringify(encodeWorkbenchModels(defaultCatalog));
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      '05a7ca8231615dc743416180094ceafc3faf02125a16d145c72e96efc18912a4',
    );
  });

  it('[providers.catalog.default-model] begin with the one chosen, by id or alias', () => {
    const aliases = { house: 'vidD-10s-1x1-1080p' };
    const catalog = { families: defaultCatalog.families, aliases, defaults: { local: 'house' } };
    expect(encodeWorkbenchModels(catalog).defaults).toMatchObject({
      model: 'vidD-10s-1x1-1080p',
      duration: 10,
      aspect_ratio: '1:1',
    });
  });
});
