import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectDetail, jsonOf } from './response.ts';
import { instant, parked } from './prompts.ts';
import { pngDataUrl } from './sample-media.ts';
import { useGateway } from './use-gateway.ts';
import {
  newJobId,
  openWorkbench,
  usualModel,
  type Workbench,
  workbenchJobOf,
} from './workbench-client.ts';

/** Fields of a failed job in the administration. */
const endedJobSchema = z.looseObject({
  job: z.looseObject({ error: z.looseObject({ code: z.string() }) }),
  trail: z.array(z.looseObject({ what: z.string() })),
});

const shared = useGateway();
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench(shared.gateway);
});

describe('creating a job at the workbench', () => {
  it('[workbench.create.first-202][workbench.job-fields] responds 202 with the job, named by the id that was sent', async () => {
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

  it('[workbench.create.replay] the same id and content returns the job in its present state, and makes nothing', async () => {
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

  it('[workbench.create.races] of many first requests at once one is 202 and all return one job', async () => {
    const body = { id: newJobId(), model: usualModel, prompt: parked('raced') };
    const responses = await Promise.all(Array.from({ length: 50 }, () => bench.create(body)));
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
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
    const response = await bench.create({ ...body, prompt: 'other', duration: 6 });
    expect(expectDetail(response, 422)).toContain('duration');
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
  it('[workbench.account] may be named by id or label, gets the job, and is shown by its label', async () => {
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

  it('[pool.asked-for-account-removed] fails the job when it is removed: nothing is sent, and the trail has the reason', async () => {
    const { gateway } = shared;
    const { id } = await gateway.addAccount({ label: 'to be removed', enabled: false });
    const job = await bench.created(instant('left alone'), { account: 'to be removed' });
    const removed = await gateway.adminFetch(`accounts/${id}`, { method: 'DELETE' });
    expect(removed.status).toBe(204);
    expect(await bench.find(job.job_id)).toMatchObject({
      status: 'failed',
      account: null,
      message: expect.stringContaining('removed before submission'),
    });
    const shown = await gateway.adminFetch(`jobs/${job.job_id}`);
    const ended = endedJobSchema.parse(jsonOf(shown));
    expect(ended.job.error.code).toBe('account_removed');
    expect(ended.trail.at(-1)).toMatchObject({
      what: 'account-gone',
      by: 'operator',
      detail: { code: 'account_removed' },
    });
    expect((await gateway.mock.ledger('left alone')).accepted).toBe(0);
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
