import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultCatalog } from '@filmgate/core';
import { type HttpResponse, expectDetail, send } from './response.ts';
import { eventually } from './eventually.ts';
import { type MetricFamily, parsePrometheusText, type Sample } from './prometheus-text.ts';
import { instant, parked, smallest } from './prompts.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const token = 'metrics-token-of-the-tests';
const shared = useGateway(() => ({
  env: { FILMGATE_METRICS_TOKEN: token },
  accounts: [{ label: 'small', concurrency: 3, credits: 1_000_000 }],
}));

const scrape = (headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> =>
  send(`${shared.gateway.localUrl}/metrics`, { headers });

async function families(): Promise<ReadonlyMap<string, MetricFamily>> {
  const response = await scrape({ authorization: `Bearer ${token}` });
  expect(response.status, response.text).toBe(200);
  return parsePrometheusText(response.text);
}

/** Value of the one sample that has these labels, and possibly others; 0 without one. */
async function valueOf(
  name: string,
  labels: Readonly<Record<string, string>> = {},
  family = name,
): Promise<number> {
  const samples = (await families()).get(family)?.samples ?? [];
  const matching = samples.filter((sample) => sample.name === name && has(sample, labels));
  expect(matching.length).toBeLessThanOrEqual(1);
  return matching[0]?.value ?? 0;
}

function has({ labels }: Sample, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

describe('/metrics', () => {
  it('[metrics.access] is refused without a credential, with a wrong one, and with a key of another kind', async () => {
    const { apiUserKey, upstreamApiKey } = shared.gateway;
    const cookie = 'filmgate_session=invented';
    expectDetail(await scrape(), 401);
    expectDetail(await scrape({ cookie }), 401);
    for (const wrong of [`${token}x`, token.slice(1), 'x', apiUserKey, upstreamApiKey]) {
      expectDetail(await scrape({ authorization: `Bearer ${wrong}` }), 401);
    }
    expectDetail(await send(`${shared.gateway.localUrl}/metrics?token=${token}`), 401);
  });

  it('[metrics.access] is given to an administrator, and to no caller on the other listener', async () => {
    const session = await shared.gateway.adminFetch('../../../metrics');
    expect(session.status).toBe(200);
    const wrongToken = await shared.gateway.adminFetch('../../../metrics', {
      headers: { authorization: 'Bearer wrong' },
    });
    expectDetail(wrongToken, 401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await send(`${shared.gateway.tasksUrl}/metrics`, { headers })).status).toBe(404);
  });

  it('[metrics.access][admin.settings.at-once] accepts a new token at once', async () => {
    await shared.gateway.adminSend('PUT', 'settings', { metrics_token: 'another-metrics-token' });
    expectDetail(await scrape({ authorization: `Bearer ${token}` }), 401);
    expect((await scrape({ authorization: 'Bearer another-metrics-token' })).status).toBe(200);
    await shared.gateway.adminSend('PUT', 'settings', { metrics_token: null });
  });

  it('[metrics.format] is Prometheus text, each metric with help, type and base units', async () => {
    const response = await scrape({ authorization: `Bearer ${token}` });
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const found = parsePrometheusText(response.text);
    for (const [name, { help, type }] of found) {
      expect(`${name} ${type}`).toMatch(
        /^(filmgate|process|nodejs)_[a-z_]+ (counter|gauge|histogram)$/,
      );
      expect(name.endsWith('_total')).toBe(type === 'counter');
      expect(help.length).toBeGreaterThan(10);
    }
    // No summaries here, the only metrics with this label: a rule of `promtool check metrics`.
    expect(response.text).not.toContain('quantile=');
    const document = readFileSync(
      resolve(import.meta.dirname, '../../../../docs/metrics.md'),
      'utf8',
    );
    const documented = [...document.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)];
    expect([...found].map(([name, { type }]) => `${name} ${type}`).toSorted()).toEqual(
      documented.map(([, name, type]) => `${name} ${type}`).toSorted(),
    );
  });
});

describe('metrics of work', () => {
  const family = 'vm_std-2.0';

  beforeAll(async () => {
    const done = taskOf(await shared.tasks.create(smallest(instant('counted as done'))));
    const failed = taskOf(
      await shared.tasks.create(smallest(instant('counted as failed', 'fail=policy'))),
    );
    await shared.tasks.completed(done.id);
    await eventually(
      async () => ((await shared.tasks.read(failed.id)).status === 'failed' ? true : undefined),
      { what: 'the failure' },
    );
  });

  it('[metrics.jobs] count ended jobs once, by state and family, and how long they took', async () => {
    const jobs = 'filmgate_jobs_total';
    expect(await valueOf(jobs, { state: 'completed', model: family })).toBe(1);
    expect(await valueOf(jobs, { state: 'failed', model: family })).toBe(1);
    const duration = 'filmgate_job_duration_seconds';
    const completed = { state: 'completed', model: family };
    expect(await valueOf(`${duration}_count`, completed, duration)).toBe(1);
    expect(await valueOf(`${duration}_bucket`, { ...completed, le: '+Inf' }, duration)).toBe(1);
    expect(await valueOf(`${duration}_bucket`, { ...completed, le: '60' }, duration)).toBe(1);
    const seconds = await valueOf(`${duration}_sum`, completed, duration);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(60);
  });

  it('[metrics.upstream] count submissions, reads and downloads by outcome', async () => {
    const name = 'filmgate_upstream_requests_total';
    expect(await valueOf(name, { operation: 'submit', outcome: 'accepted' })).toBe(2);
    expect(await valueOf(name, { operation: 'open_result', outcome: 'opened' })).toBe(1);
    expect(await valueOf(name, { operation: 'poll', outcome: 'succeeded' })).toBe(1);
    expect(await valueOf(name, { operation: 'poll', outcome: 'failed' })).toBe(3);
  });

  it('[metrics.http] count and time requests by route template', async () => {
    const name = 'filmgate_http_requests_total';
    const labels = { listener: 'tasks', method: 'GET', route: '/v1/videos/:id' };
    const before = await valueOf(name, { ...labels, status: '404' });
    await shared.tasks.request('/v1/videos/vt_00000000000000000000000000');
    await shared.tasks.request('/v1/videos/vt_00000000000000000000000001');
    await send(`${shared.gateway.tasksUrl}/invented-${crypto.randomUUID()}`);
    expect(await valueOf(name, { ...labels, status: '404' })).toBe(before + 2);
    expect(
      await valueOf(name, { listener: 'tasks', route: 'none', status: '404' }),
    ).toBeGreaterThan(0);
    const duration = 'filmgate_http_request_duration_seconds';
    expect(await valueOf(`${duration}_count`, labels, duration)).toBeGreaterThanOrEqual(before + 2);
  });

  it('[metrics.jobs][metrics.accounts] gauge what waits and what is busy', async () => {
    for (let count = 0; count < 5; count += 1)
      taskOf(await shared.tasks.create(smallest(parked(`fills the pool ${count}`))));
    await eventually(
      async () => ((await valueOf('filmgate_queue_depth')) === 2 ? true : undefined),
      { what: 'three of five to be taken' },
    );
    expect(await valueOf('filmgate_account_slots', { state: 'busy' })).toBe(3);
    expect(await valueOf('filmgate_account_slots', { state: 'free' })).toBe(0);
    expect(await valueOf('filmgate_accounts', { state: 'busy' })).toBe(1);
    expect(await valueOf('filmgate_open_jobs', { state: 'queued' })).toBe(2);
  });

  it('[metrics.no-ids][invariants.i13-no-secret-leaves] have labels of closed sets only', async () => {
    const allowed: Readonly<Record<string, RegExp>> = {
      state: /^[a-z_]+$/,
      listener: /^(tasks|local)$/,
      method: /^[A-Z]+$/,
      route: /^(none|(\/(:?[a-zA-Z0-9_.-]+|\*))+)$/,
      status: /^\d{3}$/,
      endpoint: /^mock$/,
      operation: /^(submit|poll|open_result|reconcile|look_up|probe)$/,
      outcome: /^[a-z-]+$/,
      awaits: /^(nothing|host|permission|usable-result|space|account)$/,
      level: /^(info|warn|error)$/,
      event: /^[a-z]+([-_][a-z]+)*$/,
      percentile: /^(50|99|100)$/,
      le: /^(\+Inf|[\d.]+)$/,
    };
    const knownFamilies = defaultCatalog.families.map(({ id }) => id);
    for (const { samples } of (await families()).values()) {
      for (const [name, value] of samples.flatMap(({ labels }) => Object.entries(labels))) {
        if (name === 'model') expect(knownFamilies).toContain(value);
        else expect(value, name).toMatch(allowed[name] ?? /^no such label$/);
        expect(value).not.toMatch(/(vt|vj|us|ac)_[0-9A-Z]{20}|127\.0\.0\.1|counted|fills/);
      }
    }
  });
});
