import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayPorts, UpstreamClient } from '@filmgate/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { nativeClient } from './native-client.ts';
import { parsePrometheusText } from './prometheus-text.ts';
import { instant, smallest } from './prompts.ts';
import { expectApiError, expectDetail, jsonOf, send } from './response.ts';
import { pngBytes } from './sample-media.ts';
import { assetSchema, nativeJobSchema, taskSchema } from './shapes.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';
import { openWorkbench } from './workbench-client.ts';

const token = 'metrics-token-of-the-tests';
/** True if the provider no longer has any video. */
const endpoint = { isEmpty: false };

/** Wraps the upstreams, which can lose everything they made. */
function forgetful(ports: GatewayPorts): GatewayPorts {
  const upstreams = new Map(
    [...ports.upstreams].map(([name, client]): [string, UpstreamClient] => [
      name,
      new Proxy(client, {
        get(target, method, receiver) {
          if (method === 'openResult' && endpoint.isEmpty)
            return async () => ({ kind: 'gone', detail: 'HTTP 404' });
          const member: unknown = Reflect.get(target, method, receiver);
          if (typeof member !== 'function') return member;
          return (...args: unknown[]): unknown => Reflect.apply(member, target, args);
        },
      }),
    ]),
  );
  return { ...ports, upstreams };
}

const shared = useGateway(() => ({
  env: { FILMGATE_METRICS_TOKEN: token },
  wrapPorts: forgetful,
}));

beforeEach(() => {
  endpoint.isEmpty = false;
});

/** A completed task with its video, and functions that damage its file. */
async function rendered(name: string) {
  const { id } = taskOf(await shared.tasks.create(smallest(instant(name))));
  const task = await shared.tasks.completed(id);
  const content = (parts: Parameters<typeof send>[1] = {}) =>
    shared.tasks.request(`/v1/videos/${id}/content`, parts);
  const whole = await content();
  expect(whole.status).toBe(200);
  const sha256 = (whole.headers.get('etag') ?? '').replaceAll('"', '');
  const path = join(shared.gateway.dataDir, 'results', sha256.slice(0, 2), sha256);
  const cut = () => truncate(path, Math.floor(whole.bytes.length / 2));
  return { id, task, content, whole, cut, lose: () => rm(path) };
}

describe('a video whose file was cut on the disk', () => {
  it('[results.lost][results.lost.restored] is never served in part: it comes whole from its provider again', async () => {
    const { content, whole, cut, lose, task, id } = await rendered('cut on the disk');
    for (const damage of [cut, lose]) {
      await damage();
      const again = await content();
      expect(again.status).toBe(200);
      expect(Buffer.compare(again.bytes, whole.bytes)).toBe(0);
      expect(again.headers.get('etag')).toBe(whole.headers.get('etag'));
      await damage();
      const last = await content({ headers: { range: 'bytes=-10' } });
      expect([last.status, Buffer.compare(last.bytes, whole.bytes.subarray(-10))]).toEqual([
        206, 0,
      ]);
    }
    expect(await shared.tasks.read(id)).toMatchObject({ status: 'completed', id: task.id });
    expect((await shared.gateway.mock.ledger('cut on the disk')).accepted).toBe(1);
  });

  it('[results.lost] is 410 result_lost where its provider has it no more, on every route that sends it', async () => {
    const { id, task, content, cut } = await rendered('lost for good');
    await cut();
    endpoint.isEmpty = true;
    const lost = { status: 410, code: 'result_lost' } as const;
    const response = await content();
    expect(expectApiError(response, lost)).toContain('paid');
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(response.headers.get('etag')).toBeNull();
    expect((await content({ method: 'HEAD' })).status).toBe(410);
    expectApiError(await content({ headers: { range: 'bytes=0-9' } }), lost);
    expectApiError(await send(task.video_url ?? ''), lost);
    expectDetail(await shared.gateway.adminFetch(`jobs/${id}/content`), 410);
    expect(taskSchema.parse(jsonOf(await shared.tasks.request(`/v1/videos/${id}`)))).toMatchObject({
      status: 'completed',
    });
  });

  it('[results.lost] is 410 {detail} at the workbench', async () => {
    const bench = await openWorkbench(shared.gateway);
    const { id } = await bench.created(instant('lost at the workbench'));
    await bench.until(id, 'completed');
    const path = `/local-video/jobs/${id}/content`;
    const whole = await bench.request(path);
    const sha256 = (whole.headers.get('etag') ?? '').replaceAll('"', '');
    await rm(join(shared.gateway.dataDir, 'results', sha256.slice(0, 2), sha256));
    endpoint.isEmpty = true;
    const response = await bench.request(path);
    expectDetail(response, 410);
    expect(response.headers.get('x-error-code')).toBe('result_lost');
  });

  it('[results.lost] is counted', async () => {
    const count = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const { text } = await send(`${shared.gateway.localUrl}/metrics`, { headers });
      const events = parsePrometheusText(text).get('filmgate_log_events_total')?.samples ?? [];
      const lost = events.find(({ labels }) => labels['event'] === 'result-file-lost');
      return lost?.value ?? 0;
    };
    const before = await count();
    const { content, lose } = await rendered('lost and counted');
    await lose();
    expect((await content()).status).toBe(200);
    expect(await count()).toBe(before + 1);
  });
});

describe('a reference whose file was cut on the disk', () => {
  const unconfigured = useGateway(() => ({ accounts: [] }));

  it('[references.lost] is refused where a request names it, and reaches no provider with a job that waits', async () => {
    const { gateway } = unconfigured;
    const native = nativeClient(gateway.tasksUrl, gateway.upstreamApiKey);
    const { assetId, sha256 } = assetSchema.parse(jsonOf(await native.upload(pngBytes())));
    const body = {
      plugin: 'std',
      prompt: instant('with a cut picture'),
      references: [{ assetId, kind: 'image' }],
    };
    const { id } = nativeJobSchema.parse(jsonOf(await native.create(body)));
    await truncate(join(gateway.dataDir, 'assets', sha256.slice(0, 2), sha256), 20);
    const refused = await native.create(body);
    const message = expectApiError(refused, { status: 400, code: 'payload_invalid' });
    expect(message).toContain('Upload the asset again');
    await gateway.addAccount({ label: 'at last' });
    const job = await eventually(
      async () => {
        const read = await native.read(id);
        return read.status === 'failed' ? read : undefined;
      },
      { what: 'the job to fail' },
    );
    expect(job.error).not.toBeNull();
    expect((await gateway.mock.ledger('with a cut picture')).accepted).toBe(0);
  });
});
