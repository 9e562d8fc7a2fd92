import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { startMock } from '@filmgate/upstream-mock';
import * as z from 'zod';

const generation = z.object({ id: z.string(), video: z.object({ url: z.string() }).nullable() });

it('[mock.results-data] a response has the file itself, and whoever got it has taken the video', async () => {
  const mock = await startMock({ results: 'data' });
  try {
    const space = mock.space();
    await space.clock.mode('frozen');
    const url = `${space.url}/aimlapi/v2/video/generations`;
    const headers = { authorization: 'Bearer studio', 'content-type': 'application/json' };
    const body = JSON.stringify({
      model: 'veo2',
      prompt: 'a kite',
      duration: 1,
      resolution: '480p',
    });
    const created = await space.fetch(url, { method: 'POST', headers, body });
    const { id } = generation.parse(await created.json());
    await space.clock.untilIdle();
    expect(space.ledger().jobs[0]?.downloads).toBe(0);
    const read = await space.fetch(`${url}?generation_id=${id}`, { headers });
    const link = generation.parse(await read.json()).video?.url ?? '';
    expect(link).toMatch(/^data:video\/mp4;base64,/);
    const bytes = Buffer.from(await (await fetch(link)).arrayBuffer());
    const [job] = space.ledger().jobs;
    expect(job).toMatchObject({
      downloads: 1,
      result_sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  } finally {
    await mock.close();
  }
});
