import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Providers the mock has to speak as where `realPlaces` are used. */
export const realProtocols = ['kling', 'ark', 'openai-videos'] as const;

/** Logs in at `kling-former` at the mock, which makes the secret key of the access key. */
export const formerLogin = { access_key: 'former-studio', secret_key: 'former-studio-secret' };

/** What a gateway is started with to have places of each protocol at a mock, and one where nothing listens. */
export function realPlaces(mockUrl: string): Readonly<Record<string, string>> {
  const file = join(mkdtempSync(join(tmpdir(), 'filmgate-places-')), 'providers.json');
  const places = {
    'kling-global': { base_url: `${mockUrl}/kling` },
    'kling-former': { protocol: 'kling', dialect: 'legacy', base_url: `${mockUrl}/kling` },
    'ark-intl': { base_url: `${mockUrl}/ark/api/v3` },
    'home-gpu': { protocol: 'openai-videos', base_url: `${mockUrl}/openai-videos/v1` },
    'old-gpu': { protocol: 'openai-videos', base_url: 'http://127.0.0.1:9/v1' },
  };
  writeFileSync(file, JSON.stringify(places));
  return { FILMGATE_PROVIDERS_FILE: file, FILMGATE_CATALOG: 'default,kling,ark' };
}
