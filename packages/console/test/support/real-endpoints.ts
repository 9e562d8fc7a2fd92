import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from 'playwright-core';
import { z } from 'zod';
import type { GatewayProcess } from './gateway-process.ts';

/** Protocols the mock must serve for `realEndpoints`. */
export const realProtocols = ['kling', 'ark', 'openai-videos'] as const;

/** Settings of a gateway with endpoints of each protocol at a mock, and two endpoints where nothing listens. */
export function realEndpoints(mockUrl: string): Readonly<Record<string, string>> {
  const file = join(mkdtempSync(join(tmpdir(), 'filmgate-places-')), 'providers.json');
  const folders = {
    'kling-global': { base_url: `${mockUrl}/kling` },
    'kling-studio': { protocol: 'kling', base_url: `${mockUrl}/kling` },
    'ark-intl': { base_url: `${mockUrl}/ark/api/v3` },
    'home-gpu': { protocol: 'openai-videos', base_url: `${mockUrl}/openai-videos/v1` },
    'ark-cn': { base_url: 'http://127.0.0.1:9/api/v3' },
    'old-gpu': { protocol: 'openai-videos', base_url: 'http://127.0.0.1:9/v1' },
  };
  writeFileSync(file, JSON.stringify(folders));
  return { FILMGATE_PROVIDERS_FILE: file, FILMGATE_CATALOG: 'default,kling,ark' };
}

const added = z.object({ account: z.object({ id: z.string() }) });

/** Accounts at two providers, and a video of each. */
const pool = [
  {
    account: {
      ...{ label: 'Kling Singapore', endpoint: 'kling-global', concurrency: 4 },
      budget: { amount: 500_000, per: 'month' },
    },
    model: 'kling-3.0-5s-16x9-720p',
    prompt: 'A red fox in fresh snow, morning light, it looks up',
  },
  {
    account: { label: 'Seedance', endpoint: 'ark-intl', concurrency: 4 },
    model: 'seedance-2.0-5s-16x9-720p',
    prompt: 'Waves break on black sand at dusk',
  },
] as const;

/** Creates them as the logged-in user. */
export async function fillRealEndpoints(on: {
  readonly request: APIRequestContext;
  readonly gateway: Pick<GatewayProcess, 'url'>;
}): Promise<void> {
  const post = async (path: string, data?: object): Promise<unknown> => {
    const response = await on.request.post(
      on.gateway.url + path,
      data === undefined ? {} : { data },
    );
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return await response.json();
  };
  for (const { account, model, prompt } of pool) {
    const data = { ...account, secret: `key-of-${account.endpoint}` };
    const { id } = added.parse(await post('/api/v1/admin/accounts', data)).account;
    await post(`/api/v1/admin/accounts/${id}/test`);
    const job = { id: `ui-${crypto.randomUUID()}`, model, prompt, account: id };
    await post('/local-video/jobs', job);
  }
}
