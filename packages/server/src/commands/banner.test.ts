import { defaultCatalog, type ModelCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { shippedCatalogs } from '../catalog/shipped-catalogs.ts';
import { Endpoints } from '../providers/endpoints.ts';
import { startBanner } from './banner.ts';

function said(
  catalog: ModelCatalog,
  isPasswordChosen = false,
  problems: readonly string[] = [],
): string {
  const quickstart = {
    local_url: 'http://127.0.0.1:8788',
    tasks_url: 'http://127.0.0.1:8787',
    admin: { username: 'admin', password: 'a password' },
    service_api_key: 'a-service-key',
    api_user: { id: 'us_1', name: 'demo', key: 'a-user-key' },
    native_api_key: 'an-upstream-key',
  };
  return startBanner(quickstart, { dataDirectory: './data', isPasswordChosen, catalog, problems });
}

/** Models in the printed commands. */
function modelsIn(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(/"model":"([^"]+)"/g)].map(([, model]) => model);
}

describe('the page after a start', () => {
  it('[commands.start] ends with the page to open, its login, and three lines of curl', () => {
    const lines = said(defaultCatalog).trimEnd().split('\n').slice(-6);
    expect(lines).toEqual([
      'Open http://127.0.0.1:8788/video and log in as admin with password a password.',
      'Or generate a first video with curl (the mock takes a few seconds):',
      '',
      expect.stringMatching(/^ID=\$\(curl /),
      expect.stringMatching(/^while curl /),
      expect.stringMatching(/^curl .* -o lighthouse\.mp4$/),
    ]);
  });

  it('[commands.start] shows no password where the administrator chose another', () => {
    const text = said(defaultCatalog, true);
    expect(text).toContain('log in as admin with the password chosen in the console.');
    expect(text).not.toContain('a password');
  });

  it('[commands.key-problems] shows the problems of the accounts above the page to open', () => {
    const problem = 'kling-global refused the key in FILMGATE_KEY_KLING_GLOBAL (401, 1002: no).';
    expect(said(defaultCatalog, false, [problem])).toContain(`\n\n  ! ${problem}\n\nOpen http`);
  });

  it('shows the cost of a first video', async () => {
    const kling = said(await shippedCatalogs(new Endpoints()).read('kling'));
    expect(kling).toContain('a first video with curl (a real provider charges for it):');
  });

  it('[providers.catalog.no-names] asks a surface that offers something, for a model that is on offer', () => {
    expect(modelsIn(said(defaultCatalog))).toEqual([]);
    const local = defaultCatalog.families.filter(({ surfaces }) => !surfaces.includes('tasks'));
    const text = said({ ...defaultCatalog, families: local });
    expect(text).not.toContain('/v1/videos');
    expect(modelsIn(text)).toEqual(['vidA-fast-4s-16x9-720p']);
  });

  it('[providers.catalog.no-names] makes no video where nothing is on offer', () => {
    expect(said({ ...defaultCatalog, families: [] })).not.toContain('curl');
  });
});
