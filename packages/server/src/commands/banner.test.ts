import { defaultCatalog, type ModelCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { shippedCatalogs } from '../catalog/shipped-catalogs.ts';
import { Places } from '../providers/places.ts';
import { startBanner } from './banner.ts';

function said(catalog: ModelCatalog): string {
  const quickstart = {
    local_url: 'http://127.0.0.1:8788',
    tasks_url: 'http://127.0.0.1:8787',
    admin: { username: 'admin', password: 'a password' },
    service_api_key: 'a-service-key',
    api_user: { id: 'us_1', name: 'demo', key: 'a-user-key' },
    upstream_api_key: 'an-upstream-key',
  };
  return startBanner(quickstart, { dataDirectory: './data', isPasswordChosen: false, catalog });
}

/** Models that the printed commands name. */
function modelsIn(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(/"model": "([^"]+)"/g)].map(([, model]) => model);
}

describe('the page after a start', () => {
  it('[providers.catalog.no-names] asks for models that are on offer', () => {
    expect(modelsIn(said(defaultCatalog))).toEqual(['vidA-fast-4s-16x9-720p']);
    expect(said(defaultCatalog)).toContain('A first video (the mock takes a few seconds):');
    const kling = said(shippedCatalogs(new Places()).read('kling'));
    expect(modelsIn(kling)).toEqual(['kling-3.0-3s-16x9-720p']);
    expect(kling).toContain('A first video (a real one: it costs money):');
  });

  it('[providers.catalog.no-names] names no surface that offers nothing', () => {
    const tasksAlone = defaultCatalog.families.filter(({ surfaces }) => surfaces.includes('tasks'));
    const text = said({ ...defaultCatalog, families: tasksAlone });
    expect(text).toContain('/v1/videos');
    expect(text).not.toContain('/v1/chat/completions');
  });
});
