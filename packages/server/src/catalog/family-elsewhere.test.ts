import { describe, expect, it } from 'vitest';
import { Endpoints } from '../providers/endpoints.ts';
import { familyElsewhere } from './family-elsewhere.ts';

const endpoints = new Endpoints();

describe('[commands.generate-elsewhere] a model of a catalog that is not in use', () => {
  it('is made with a key, which is named', async () => {
    expect(await familyElsewhere('kling-3.0-5s-16x9-720p', { endpoints, accounts: [] })).toBe(
      'kling-3.0 needs a key of its provider: set FILMGATE_KEY_KLING_GLOBAL or FILMGATE_KEY_KLING_CN.',
    );
  });

  it('is offered by the catalog, which is named where a key is there or none is needed', async () => {
    const accounts = [{ endpoint: 'ark-cn' }];
    expect(await familyElsewhere('seedance-2.0', { endpoints, accounts })).toContain(
      'FILMGATE_CATALOG',
    );
    expect(await familyElsewhere('vidA-fast', { endpoints, accounts })).toBe(
      'vidA-fast is in the catalog default: add default to FILMGATE_CATALOG.',
    );
  });

  it.each(['sora-2', '', 'wan-2.2'])(
    'gives undefined for %j, which no catalog can offer',
    async (model) => {
      expect(await familyElsewhere(model, { endpoints, accounts: [] })).toBeUndefined();
    },
  );
});
