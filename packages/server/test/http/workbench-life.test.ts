import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectDetail, jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { instant, parked } from './prompts.ts';
import { useGateway } from './use-gateway.ts';
import {
  newJobId,
  openWorkbench,
  type Workbench,
  type WorkbenchJob,
  workbenchJobSchema,
} from './workbench-client.ts';

const shared = useGateway();
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench(shared.gateway);
});

const content = (id: string, parts: Parameters<Workbench['request']>[1] = {}) =>
  bench.request(`/local-video/jobs/${id}/content`, parts);

async function check(id: string) {
  const response = await bench.request(`/local-video/jobs/${id}/check`, { method: 'POST' });
  expect(response.status, response.text).toBe(200);
  return z
    .strictObject({ job: workbenchJobSchema, checked: z.enum(['upstream', 'record']) })
    .parse(jsonOf(response));
}

describe('the content of a job', () => {
  it('[workbench.content] is the MP4 once complete, by ranges too, and 404 before', async () => {
    const waiting = await bench.created(parked('not ready'));
    expectDetail(await content(waiting.job_id), 404);
    expectDetail(await content(newJobId()), 404);
    const { job_id } = await bench.created(instant('ready'));
    const done = await bench.until(job_id, 'completed');
    expect(done.result_url).toBe(`/local-video/jobs/${job_id}/content`);
    expect(done).toMatchObject({ progress: 100, account: 'plenty' });
    const whole = await bench.request(done.result_url ?? '');
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(Buffer.from(whole.bytes.subarray(4, 8)).toString()).toBe('ftyp');
    const part = await content(job_id, { headers: { range: 'bytes=4-7' } });
    expect([part.status, part.text]).toEqual([206, 'ftyp']);
    const head = await content(job_id, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
      200,
      String(whole.bytes.length),
      0,
    ]);
    const beyond = await content(job_id, { headers: { range: 'bytes=999999999-' } });
    expectDetail(beyond, 416);
    const named = await bench.request(`${done.result_url}?download=1`);
    expect(named.headers.get('content-disposition')).toContain(`${job_id}.mp4`);
  });

  it('[workbench.content] of tasks of another surface is not to be had here', async () => {
    const response = await shared.tasks.create({ prompt: instant('a task'), resolution: '720p' });
    const { id } = z.looseObject({ id: z.string() }).parse(jsonOf(response));
    await shared.tasks.completed(id);
    expectDetail(await content(id), 404);
    const checked = await bench.request(`/local-video/jobs/${id}/check`, { method: 'POST' });
    expectDetail(checked, 404);
  });
});

describe('the states of a job', () => {
  const order: readonly WorkbenchJob['status'][] = [
    'authenticating',
    'prepared',
    'submitted',
    'polling',
    'completed',
  ];

  it('[workbench.states] only move forward', async () => {
    const { job_id } = await bench.created('seen often [[mock:queue=100s,run=300s]]');
    const seen: WorkbenchJob['status'][] = [];
    await eventually(
      async () => {
        const { status } = await bench.find(job_id);
        if (seen.at(-1) !== status) seen.push(status);
        return status === 'completed' ? status : undefined;
      },
      { what: 'the end', intervalMs: 1 },
    );
    const ranks = seen.map((status) => order.indexOf(status));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    expect(ranks).not.toContain(-1);
  });

  it('[workbench.message] shows why a job failed', async () => {
    const { job_id } = await bench.created(instant('against the rules', 'fail=policy'));
    const failed = await bench.until(job_id, 'failed');
    expect(failed.message).toMatch(/\w/);
    expect(failed).not.toHaveProperty('result_url');
    expectDetail(await content(job_id), 404);
  });
});

describe('a check', () => {
  it('[workbench.check] asks the upstream about work under way, and the record otherwise', async () => {
    const { job_id } = await bench.created(parked('checked'));
    await eventually(
      async () => ((await bench.find(job_id)).status === 'polling' ? true : undefined),
      { what: 'polling' },
    );
    expect(await check(job_id)).toMatchObject({ checked: 'upstream', job: { status: 'polling' } });
    const done = await bench.created(instant('done'));
    await bench.until(done.job_id, 'completed');
    expect(await check(done.job_id)).toMatchObject({
      checked: 'record',
      job: { status: 'completed' },
    });
    const unknown = await bench.request(`/local-video/jobs/${newJobId()}/check`, {
      method: 'POST',
    });
    expectDetail(unknown, 404);
  });

  it('[workbench.check] of an unknown outcome never submits again, and reports `record` where the upstream cannot be queried', async () => {
    const { job_id } = await bench.created(instant('lost for good', 'lost-response'));
    const unknown = await bench.until(job_id, 'outcome_unknown');
    expect(unknown.message).toMatch(/charged/);
    expect(await check(job_id)).toMatchObject({
      checked: 'record',
      job: { status: 'outcome_unknown' },
    });
    const { accepted } = await shared.gateway.mock.ledger('lost for good');
    expect(accepted).toBe(1);
  });

  it('[workbench.check] finds an unknown outcome where the upstream can be asked', async () => {
    const { job_id } = await bench.created(
      'found again [[mock:queue=0s,run=0s,lost-response,findable]]',
    );
    const found = await eventually(
      async () => {
        const { job, checked } = await check(job_id);
        return job.status === 'completed' ? { job, checked } : undefined;
      },
      { what: 'the work found' },
    );
    expect(found.job.result_url).toBeDefined();
    const { accepted } = await shared.gateway.mock.ledger('found again');
    expect(accepted).toBe(1);
  });
});
