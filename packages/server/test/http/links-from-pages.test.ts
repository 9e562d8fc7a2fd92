import { beforeAll, describe, expect, it } from 'vitest';
import { completionOf, saying } from './local-client.ts';
import { instant, smallest } from './prompts.ts';
import { expectApiError, send } from './response.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const page = 'https://player.example';
const links = { tasks: '', local: '' };
let id = '';

beforeAll(async () => {
  const task = taskOf(await shared.tasks.create(smallest(instant('a film for a page'))));
  ({ id } = task);
  links.tasks = (await shared.tasks.completed(id)).video_url ?? '';
  links.local = completionOf(await shared.local.chat(saying(instant('a fox for a page')))).url;
});

describe.each(['tasks', 'local'] as const)('a signed link of the %s surface', (surface) => {
  it('[media.any-origin] responds to the preflight of a browser before it reads parts', async () => {
    const asked = await send(links[surface], {
      method: 'OPTIONS',
      headers: {
        origin: page,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'range',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-methods')).toContain('GET');
    expect(asked.headers.get('access-control-allow-headers')).toContain('range');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each([
    ['whole', {}, 200],
    ['in parts', { range: 'bytes=0-9' }, 206],
    ['beyond its end', { range: 'bytes=999999999-' }, 416],
  ])('[media.any-origin] is read by a page of another origin %s', async (_, headers, status) => {
    const response = await send(links[surface], { headers: { origin: page, ...headers } });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('content-range');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('[media.any-origin] reports to such a page, too, that it was altered', async () => {
    const response = await send(`${links[surface]}x`, { headers: { origin: page } });
    expectApiError(response, { status: 403, code: 'signature_invalid' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
});

it('[media.any-origin] what wants a key is read by no other page', async () => {
  const content = await shared.tasks.request(`/v1/videos/${id}/content`, {
    headers: { origin: page },
  });
  expect(content.status).toBe(200);
  expect(content.headers.get('access-control-allow-origin')).toBeNull();
});

describe('a variant of a video', () => {
  it.each(['thumbnail', 'spritesheet', 'webm', ''])(
    '[tasks.content.variant] %j is refused by its name, and no MP4 is sent for it',
    async (variant) => {
      const response = await shared.tasks.request(`/v1/videos/${id}/content?variant=${variant}`);
      expectApiError(response, { status: 400, code: 'payload_invalid', param: 'variant' });
      const link = await send(`${links.tasks}&variant=${variant}`);
      expectApiError(link, { status: 400, code: 'payload_invalid', param: 'variant' });
    },
  );

  it('[tasks.content.variant] the video itself is sent', async () => {
    const response = await shared.tasks.request(`/v1/videos/${id}/content?variant=video`);
    expect(response.headers.get('content-type')).toBe('video/mp4');
  });
});
