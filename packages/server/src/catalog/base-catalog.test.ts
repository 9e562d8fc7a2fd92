import { defaultCatalog, defaultModel, type ModelCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { Endpoints } from '../providers/endpoints.ts';
import { baseCatalog } from './base-catalog.ts';
import { catalogInForce } from './catalog-in-force.ts';
import type { ShippedCatalogs } from './shipped-catalogs.ts';

const [first] = defaultCatalog.families;
if (first === undefined) throw new Error('The default catalog is empty.');
const reel: ModelCatalog = { families: [{ ...first, id: 'reel-1' }], aliases: {} };
const shipped: ShippedCatalogs = {
  names: () => ['default', 'reel'],
  read: async (name) => (name === 'default' ? defaultCatalog : reel),
};

function named(...names: string[]): Promise<ModelCatalog> {
  const settings = { FILMGATE_CATALOG: names, FILMGATE_CATALOG_FILE: undefined };
  return baseCatalog(settings, new Endpoints(), { shipped });
}

const noChoice = {
  FILMGATE_MODEL_ALIASES: {},
  FILMGATE_DEFAULT_MODEL_TASKS: undefined,
  FILMGATE_DEFAULT_MODEL_LOCAL: undefined,
};

describe('the catalog the settings name', () => {
  it('[providers.catalog.extends] is the built-in one, or the shipped ones in their order', async () => {
    expect(await named()).toBe(defaultCatalog);
    const { families } = await named('reel', 'default');
    expect(families).toEqual([...reel.families, ...defaultCatalog.families]);
  });

  it('[providers.catalog.extends] cannot be one that is not shipped', async () => {
    await expect(named('default', 'real')).rejects.toThrow(
      'FILMGATE_CATALOG names the unknown catalog real; known are default, reel; the nearest is reel.',
    );
  });

  it('[providers.catalog.default-model] begins with the model chosen, by id or alias, on each surface', () => {
    const chosen = catalogInForce(defaultCatalog, {
      FILMGATE_MODEL_ALIASES: { house: 'vm_std-2.0_faceok' },
      FILMGATE_DEFAULT_MODEL_TASKS: 'house',
      FILMGATE_DEFAULT_MODEL_LOCAL: 'vidD-6s-1x1-720p',
    });
    if (chosen.kind === 'refused') throw new Error(chosen.reason);
    expect(defaultModel(chosen.catalog, 'tasks')).toBe('house');
    expect(defaultModel(chosen.catalog, 'local')).toBe('vidD-6s-1x1-720p');
  });

  it.each([
    ['FILMGATE_DEFAULT_MODEL_TASKS', 'vidD-6s-1x1-720p'],
    ['FILMGATE_DEFAULT_MODEL_LOCAL', 'vidD'],
  ] as const)(
    '[providers.catalog.default-model] refuses a default of %s that is not on offer: %s',
    (setting, model) => {
      expect(catalogInForce(defaultCatalog, { ...noChoice, [setting]: model })).toMatchObject({
        kind: 'refused',
        setting,
      });
    },
  );
});
