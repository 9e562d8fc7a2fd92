import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectDetail, jsonOf, send } from './response.ts';
import { parked } from './prompts.ts';
import { useGateway } from './use-gateway.ts';
import {
  newJobId,
  openWorkbench,
  usualModel,
  type Workbench,
  workbenchJobOf,
  workbenchJobSchema,
} from './workbench-client.ts';

const shared = useGateway();
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench(shared.gateway);
});

describe('the list of jobs', () => {
  it('[workbench.list] shows the newest first, page by page, and jobs of the workbench only', async () => {
    const made = [];
    for (const word of ['one', 'two', 'three']) made.push(await bench.created(parked(word)));
    const newest = made.map(({ job_id }) => job_id).toReversed();
    const [first, second] = await bench.list('?limit=2');
    expect([first?.job_id, second?.job_id]).toEqual(newest.slice(0, 2));
    const rest = await bench.list(`?limit=1&before=${second?.job_id}`);
    expect(rest.map(({ job_id }) => job_id)).toEqual(newest.slice(2));
    const task = await shared.tasks.create({ prompt: parked('a task') });
    const { id } = z.looseObject({ id: z.string() }).parse(jsonOf(task));
    const listed = (await bench.list('?limit=100')).map(({ job_id }) => job_id);
    expect(listed.every((one) => one.startsWith('ui-'))).toBe(true);
    expectDetail(await bench.request(`/local-video/jobs?before=${id}`), 422);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'before=ui-none', 'limit=1&limit=2'])(
    '[workbench.list] ?%s is 422',
    async (query) => {
      const detail = expectDetail(await bench.request(`/local-video/jobs?${query}`), 422);
      expect(detail).toMatch(/^(limit|before)/);
    },
  );
});

describe('the models of the workbench', () => {
  it('[workbench.models] are every video model with what its id fixes, and the defaults', async () => {
    const response = await bench.request('/local-video/models');
    const { models, defaults } = z
      .strictObject({
        models: z.array(
          z.strictObject({
            id: z.string(),
            family: z.string(),
            description: z.string().min(1),
            aspect_ratio: z.string().regex(/^\d+:\d+$/),
            resolution: z.string(),
            duration: z.int(),
            audio: z.strictObject({ supported: z.boolean(), default: z.boolean() }),
            negative_prompt: z.boolean(),
            credits: z.number(),
            reference_images: z.strictObject({
              min: z.int(),
              max: z.int(),
              roles: z.array(z.string()),
            }),
          }),
        ),
        defaults: z.looseObject({}),
      })
      .parse(jsonOf(response));
    expect(defaults).toEqual({
      model: 'vidA-fast-4s-16x9-720p',
      aspect_ratio: '16:9',
      resolution: '720p',
      duration: 4,
      generate_audio: false,
    });
    expect(models).toContainEqual({
      id: 'vidC-25-30s-21x9-480p',
      family: 'vidC-25',
      description: expect.any(String),
      aspect_ratio: '21:9',
      resolution: '480p',
      duration: 30,
      audio: { supported: true, default: false },
      credits: 30,
      negative_prompt: false,
      reference_images: {
        min: 0,
        max: 9,
        roles: ['first_frame', 'last_frame', 'reference_image'],
      },
    });
    expect(models.some(({ family }) => family.startsWith('img'))).toBe(false);
    expect(models.find(({ family }) => family === 'vidD')?.audio.supported).toBe(false);
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
  });
});

describe('access to the workbench', () => {
  it('[workbench.session-required] needs the session of an administrator; no key replaces it', async () => {
    const { localUrl, apiUserKey, upstreamApiKey } = shared.gateway;
    const calls = [
      ['GET', '/local-video/models'],
      ['GET', '/local-video/jobs'],
      ['POST', '/local-video/jobs'],
      ['POST', `/local-video/jobs/${newJobId()}/check`],
      ['GET', `/local-video/jobs/${newJobId()}/content`],
      ['HEAD', `/local-video/jobs/${newJobId()}/content`],
      ['GET', '/local-video/events'],
    ] as const;
    for (const [method, path] of calls) {
      for (const headers of [
        {},
        { cookie: 'filmgate_session=nonsense' },
        { authorization: `Bearer ${apiUserKey}` },
        { authorization: `Bearer ${upstreamApiKey}`, 'x-api-key': upstreamApiKey },
      ]) {
        const response = await send(localUrl + path, { method, headers });
        expect(response.status, `${method} ${path}`).toBe(401);
        if (method !== 'HEAD') expectDetail(response, 401);
      }
    }
  });

  it('[workbench.own-origin] changes nothing for pages of other sites', async () => {
    const { localUrl } = shared.gateway;
    const id = newJobId();
    const attempt = (headers: Readonly<Record<string, string>>) =>
      bench.request('/local-video/jobs', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ id, model: usualModel, prompt: parked('own') }),
      });
    expectDetail(await attempt({ origin: 'https://evil.example' }), 403);
    expectDetail(await attempt({ 'sec-fetch-site': 'cross-site' }), 403);
    const check = await bench.request(`/local-video/jobs/${id}/check`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expectDetail(check, 403);
    workbenchJobOf(await attempt({ origin: new URL(localUrl).origin }), 202);
  });

  it('[workbench.paths] unknown paths are 404 and wrong methods 405, as {detail}', async () => {
    expectDetail(await bench.request('/local-video/nope'), 404);
    expectDetail(await bench.request('/local-video'), 404);
    const wrong = await bench.request('/local-video/models', { method: 'DELETE' });
    expectDetail(wrong, 405);
    expect(wrong.headers.get('allow')).toContain('GET');
  });

  it('[workbench.page] /video sends who is not logged in to log in', async () => {
    const { localUrl } = shared.gateway;
    const response = await send(`${localUrl}/video`);
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/login?next=/video',
    ]);
    const page = await bench.request('/video');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });

  it('[workbench.call-log] each creation leaves a row, also a refused one', async () => {
    const job = await bench.created(parked('logged'));
    await bench.create({ id: newJobId(), model: 'nonsense', prompt: 'x' });
    const response = await shared.gateway.adminFetch('request-logs?path=/local-video/jobs&limit=2');
    const { data } = z.looseObject({ data: z.array(z.looseObject({})) }).parse(jsonOf(response));
    expect(data).toMatchObject([
      { status: 422, caller: 'admin', error_code: 'field_invalid', job_id: null },
      { status: 202, caller: 'admin', model: usualModel, job_id: job.job_id },
    ]);
    expect(workbenchJobSchema.parse(job)).toEqual(job);
  });
});
