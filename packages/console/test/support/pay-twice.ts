import { z } from 'zod';

/** What a client does to the space `crash-test` of a mock that repeats after lost responses, as SDKs do, and knows its video only then. */
export async function payTwice(mockUrl: string): Promise<void> {
  const call = (path: string, body?: object) => {
    const headers = { authorization: 'Bearer studio', 'x-stainless-retry-count': '1' };
    const post = { method: 'POST', body: JSON.stringify(body) };
    return fetch(mockUrl + path, { headers, ...(body !== undefined && post) });
  };
  await call('/_mock/s/crash-test/clock', { mode: 'frozen' });
  const videos = '/s/crash-test/openai-videos/v1/videos';
  const wish = {
    model: 'sora-2',
    prompt: 'A red kite over a green hill [[mock:lost-response@1]]',
    seconds: '4',
    size: '1280x720',
  };
  await call(videos, wish).catch(() => 'lost');
  const { id } = z.object({ id: z.string() }).parse(await (await call(videos, wish)).json());
  await call('/_mock/s/crash-test/clock', { untilIdle: true });
  await call(`${videos}/${id}`);
  await (await call(`${videos}/${id}/content`)).arrayBuffer();
}
