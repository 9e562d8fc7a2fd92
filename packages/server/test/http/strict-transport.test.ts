import { describe, expect, it } from 'vitest';
import { send } from './response.ts';
import { smallest, instant } from './prompts.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const strict = 'max-age=31536000';
const localPaths = [
  '/healthz',
  '/login',
  '/v1/models',
  '/api/v1/auth/session',
  '/nowhere',
  '/docs',
];
const tasksPaths = ['/healthz', '/v1/videos', '/openapi.json', '/nowhere'];

const headerOf = async (url: string): Promise<string | null> =>
  (await send(url)).headers.get('strict-transport-security');

describe('listeners with https public URLs', () => {
  const published = useGateway(() => ({
    env: {
      FILMGATE_TASKS_PUBLIC_URL: 'https://films.example.com',
      FILMGATE_LOCAL_PUBLIC_URL: 'https://console.example.com',
    },
  }));

  it('[guessing.strict-transport] ask browsers to come by https alone', async () => {
    const { localUrl, tasksUrl } = published.gateway;
    for (const path of localPaths)
      expect([path, await headerOf(localUrl + path)]).toEqual([path, strict]);
    for (const path of tasksPaths)
      expect([path, await headerOf(tasksUrl + path)]).toEqual([path, strict]);
  });

  it('[guessing.strict-transport] also with videos', async () => {
    const { id } = taskOf(await published.tasks.create(smallest(instant('strict'))));
    const { video_url: url = '' } = await published.tasks.completed(id);
    const { pathname, search } = new URL(url);
    expect(await headerOf(published.gateway.tasksUrl + pathname + search)).toBe(strict);
  });
});

describe('listeners with one https public URL, or none', () => {
  const mixed = useGateway(() => ({
    env: { FILMGATE_TASKS_PUBLIC_URL: 'https://films.example.com' },
  }));

  it('[guessing.strict-transport] are absent where the gateway is reached by http', async () => {
    const { localUrl, tasksUrl } = mixed.gateway;
    for (const path of localPaths)
      expect([path, await headerOf(localUrl + path)]).toEqual([path, null]);
    expect(await headerOf(`${tasksUrl}/healthz`)).toBe(strict);
  });
});
