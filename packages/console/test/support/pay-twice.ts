import { z } from 'zod';

/** Acts like an SDK in the mock's space `crash-test`: retries after lost responses, and knows only the last video. */
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
