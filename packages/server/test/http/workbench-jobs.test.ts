import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectDetail, jsonOf, send } from './answer.ts';
import { instant, parked } from './prompts.ts';
import { pngDataUrl } from './sample-media.ts';
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
}, 30_000);

describe('creating a job at the workbench', () => {
  it('[workbench.create.first-202][workbench.job-fields] answers 202 with the job, named by the id that was sent', async () => {
    const id = newJobId();
    const job = workbenchJobOf(
      await bench.create({ id, model: usualModel, prompt: parked('a cat') }),
      202,
    );
    expect(job).toMatchObject({
      job_id: id,
      id,
      status: 'authenticating',
      model: usualModel,
      prompt: parked('a cat'),
      aspect_ratio: '16:9',
      resolution: '720p',
      duration: 4,
      generate_audio: false,
      account: null,
      progress: 0,
    });
    expect(job).not.toHaveProperty('result_url');
    expect(await bench.find(id)).toMatchObject({ job_id: id });
  });

  it('[workbench.create.replay] the same id and content answers the job as it stands, and makes nothing', async () => {
    const body = {
      id: newJobId(),
      account: 'auto',
      model: usualModel,
      aspect_ratio: '16:9',
      resolution: '720p',
      duration: 4,
      generate_audio: false,
      prompt: instant('replayed at the workbench'),
    };
    workbenchJobOf(await bench.create(body), 202);
    const done = await bench.until(body.id, 'completed');
    expect(workbenchJobOf(await bench.create(body), 200)).toEqual(done);
    const { account: _, duration: __, generate_audio: ___, ...short } = body;
    expect(workbenchJobOf(await bench.create(short), 200)).toEqual(done);
    const { accepted } = await shared.gateway.mock.ledger('replayed at the workbench');
    expect(accepted).toBe(1);
  });

  it('[workbench.create.races] of many first requests at once one is 202 and all tell of one job', async () => {
    const body = { id: newJobId(), model: usualModel, prompt: parked('raced') };
    const answers = await Promise.all(Array.from({ length: 50 }, () => bench.create(body)));
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 202]);
  });

  it.each([
    ['model', { model: 'vidA-fast-4s-9x16-720p' }],
    ['audio option', { generate_audio: true }],
    ['prompt', { prompt: 'another' }],
    ['images', { reference_images: [pngDataUrl()] }],
  ])('[workbench.create.conflict] another %s under the same id is 409', async (_what, other) => {
    const body = { id: newJobId(), model: usualModel, prompt: parked('kept') };
    workbenchJobOf(await bench.create(body), 202);
    expectDetail(await bench.create({ ...body, ...other }), 409);
    expect(await bench.find(body.id)).toMatchObject({ prompt: parked('kept') });
  });

  it('[workbench.create.fields-before-conflict] a wrong field is 422, also under an id that is taken', async () => {
    const body = { id: newJobId(), model: usualModel, prompt: parked('checked') };
    workbenchJobOf(await bench.create(body), 202);
    const answer = await bench.create({ ...body, prompt: 'other', duration: 6 });
    expect(expectDetail(answer, 422)).toContain('duration');
  });

  it.each([
    ['id', { id: 'ui-1' }],
    ['id', { id: undefined }],
    ['id', { id: 'b41f7a0e-5d0a-4a70-9f43-0d1f1b6c9a55' }],
    ['id', { id: 7 }],
    ['account', { account: 'nobody' }],
    ['account', { account: 7 }],
    ['model', { model: undefined }],
    ['model', { model: 'vidA-fast-5s-16x9-720p' }],
    ['model', { model: 'vidA-*' }],
    ['model', { model: 'imgA-1x1-1k' }],
    ['model', { model: 'vm_std-2.0' }],
    ['aspect_ratio', { aspect_ratio: '9:16' }],
    ['aspect_ratio', { aspect_ratio: '16x9' }],
    ['resolution', { resolution: '1080p' }],
    ['duration', { duration: 5 }],
    ['duration', { duration: '4' }],
    ['generate_audio', { generate_audio: 'true' }],
    ['generate_audio', { model: 'vidD-6s-16x9-720p', generate_audio: true }],
    ['prompt', { prompt: undefined }],
    ['prompt', { prompt: '' }],
    ['prompt', { prompt: ' \n ' }],
    ['prompt', { prompt: 7 }],
    ['negative_prompt', { model: 'vidB-4s-16x9-720p', negative_prompt: 'no dogs' }],
    ['reference_images', { reference_images: 'x' }],
    ['reference_images[0]', { reference_images: ['ftp://example.com/a.png'] }],
    ['reference_images[0]', { reference_images: ['data:image/png;base64,!!!'] }],
    ['reference_images[0]', { reference_images: ['data:text/plain;base64,YWJj'] }],
    ['images', { reference_images: [pngDataUrl(1), pngDataUrl(2)] }],
  ])('[workbench.create.fields] a wrong %s is 422 and named: %j', async (field, wrong) => {
    const body = { id: newJobId(), model: usualModel, prompt: 'a cat', ...wrong };
    const detail = expectDetail(await bench.create(body), 422);
    expect(detail.toLowerCase()).toContain(field);
  });

  it('[workbench.prompt-limit] a prompt has 1 to 2000 characters, whatever their bytes', async () => {
    const whole = '🎬'.repeat(2000);
    const job = workbenchJobOf(
      await bench.create({ id: newJobId(), model: usualModel, prompt: whole }),
      202,
    );
    expect(job.prompt).toBe(whole);
    const long = { id: newJobId(), model: usualModel, prompt: `${whole}x` };
    const detail = expectDetail(await bench.create(long), 422);
    expect(detail).toMatch(/prompt.*2000.*2001/);
  });

  it('[workbench.create.bodies] a body that is not JSON is 400, of another type 415, both as {detail}', async () => {
    const post = (type: string, body: string) =>
      bench.request('/local-video/jobs', {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
    expectDetail(await post('application/json', '{'), 400);
    expectDetail(await post('application/json', '[]'), 400);
    expectDetail(await post('text/plain', 'x'), 415);
  });

  it('[workbench.references] reference images are taken as URLs or data URLs and reach the upstream', async () => {
    const prompt = instant('with a first frame');
    const job = await bench.created(prompt, { reference_images: [pngDataUrl()] });
    await bench.until(job.job_id, 'completed');
    const { jobs } = await shared.gateway.mock.ledger('with a first frame');
    expect(jobs.map(({ references }) => references.map(({ role }) => role))).toEqual([
      ['first_frame'],
    ]);
  });
});

describe('the account of a job', () => {
  it('[workbench.account] may be named by id or label, takes the job, and is shown by its label', async () => {
    const { id } = await shared.gateway.addAccount({ label: 'the chosen one', credits: 1000 });
    for (const account of [id, 'the chosen one']) {
      const job = await bench.created(instant(`for ${account}`), { account });
      const done = await bench.until(job.job_id, 'completed');
      expect(done.account).toBe('the chosen one');
    }
  });

  it('[workbench.account] is waited for where it cannot take the job, whatever others could', async () => {
    await shared.gateway.addAccount({ label: 'resting', enabled: false });
    const job = await bench.created(instant('nobody else'), { account: 'resting' });
    const other = await bench.created(instant('anybody'));
    await bench.until(other.job_id, 'completed');
    expect(await bench.find(job.job_id)).toMatchObject({ status: 'authenticating', account: null });
  });

  it('[workbench.account] must serve the model', async () => {
    await shared.gateway.addAccount({ label: 'only vidB', families: ['vidB'] });
    const body = { id: newJobId(), model: usualModel, prompt: 'x', account: 'only vidB' };
    expect(expectDetail(await bench.create(body), 422)).toMatch(/account.*vidA-fast/);
  });

  it('[workbench.create.replay] that has gone since does not hide an accepted job', async () => {
    const { id } = await shared.gateway.addAccount({ label: 'leaving', credits: 1000 });
    const body = { id: newJobId(), model: usualModel, prompt: instant('leaving'), account: id };
    workbenchJobOf(await bench.create(body), 202);
    const done = await bench.until(body.id, 'completed');
    await shared.gateway.adminFetch(`accounts/${id}`, { method: 'DELETE' });
    const again = workbenchJobOf(await bench.create(body), 200);
    expect(again.job_id).toBe(done.job_id);
  });
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
    const answer = await bench.request('/local-video/models');
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
            reference_images: z.strictObject({
              min: z.int(),
              max: z.int(),
              roles: z.array(z.string()),
            }),
          }),
        ),
        defaults: z.looseObject({}),
      })
      .parse(jsonOf(answer));
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
        const answer = await send(localUrl + path, { method, headers });
        expect(answer.status, `${method} ${path}`).toBe(401);
        if (method !== 'HEAD') expectDetail(answer, 401);
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
    const answer = await send(`${localUrl}/video`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?next=/video']);
    const page = await bench.request('/video');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });

  it('[workbench.call-log] each creation leaves a row, also a refused one', async () => {
    const job = await bench.created(parked('logged'));
    await bench.create({ id: newJobId(), model: 'nonsense', prompt: 'x' });
    const answer = await shared.gateway.adminFetch('request-logs?path=/local-video/jobs&limit=2');
    const { data } = z.looseObject({ data: z.array(z.looseObject({})) }).parse(jsonOf(answer));
    expect(data).toMatchObject([
      { status: 422, caller: 'admin', error_code: 'field_invalid', job_id: null },
      { status: 202, caller: 'admin', model: usualModel, job_id: job.job_id },
    ]);
    expect(workbenchJobSchema.parse(job)).toEqual(job);
  });
});
