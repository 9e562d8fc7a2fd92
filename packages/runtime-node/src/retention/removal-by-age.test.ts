import { createJobFactory } from '@filmgate/conformance';
import type { RequestLogEntry, RequestLogQuery } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import {
  isThere,
  keep,
  openRetentionWorld,
  retentionTimes,
} from '../../test/support/retention-world.ts';
import { OperationMetrics } from '../metrics/operation-metrics.ts';
import { unknownReadings } from '../metrics/create-sampler.ts';
import { createRetention } from './create-retention.ts';

const hour = 3_600_000;

function newRequest(id: string, at: number): RequestLogEntry {
  const nothing = { caller: null, model: null, errorCode: null, jobId: null, promptDigest: null };
  const answered = { status: 200, durationMs: 1, disconnected: false, prompt: null };
  const times = { at, count: 1, lastAt: at };
  return {
    id,
    ...times,
    requestId: id,
    method: 'GET',
    path: '/v1/models',
    ...nothing,
    ...answered,
  };
}

const everyRequest: RequestLogQuery = {
  path: null,
  status: null,
  caller: null,
  model: null,
  jobId: null,
  from: null,
  until: null,
  text: null,
  after: null,
  limit: 10_000,
};

describe('removal of what is kept for a time', () => {
  it('[settings.retention] removes results after their retention, not before', async () => {
    const { clock, ports, retention } = openRetentionWorld();
    const digest = await keep(ports.resultBlobs, 'a video');
    await clock.advance(retentionTimes.resultsMs);
    await retention.runOnce();
    expect(await isThere(ports.resultBlobs, digest)).toBe(true);
    await clock.advance(1);
    await retention.runOnce();
    expect(await isThere(ports.resultBlobs, digest)).toBe(false);
  });

  it('[settings.retention] removes ended jobs after theirs, and never an open one', async () => {
    const { clock, ports, retention } = openRetentionWorld();
    await retention.runOnce();
    const factory = createJobFactory();
    const [ended, open] = [
      factory.newJob({ now: clock.now() }),
      factory.newJob({ now: clock.now() }),
    ];
    const now = clock.now();
    for (const job of [ended, open]) {
      await ports.storage.jobs.acceptJob({ job, idempotency: null, queueLimit: 10, now });
    }
    const over = {
      state: 'failed',
      quota: 'released',
      dueAt: null,
      completedAt: now,
      updatedAt: now,
    } as const;
    const next = { ...ended, ...over, version: ended.version + 1 };
    const effects = [{ kind: 'quota', move: 'refund', amount: ended.price }] as const;
    await ports.storage.jobs.commit({
      claim: null,
      from: ended,
      next,
      effects,
      lease: 'release',
      now,
    });
    await clock.advance(retentionTimes.jobsMs + 1_000_000);
    await retention.runOnce();
    expect(await ports.storage.reader.find(ended.id)).toBeUndefined();
    expect(await ports.storage.reader.find(open.id)).toBeDefined();
  });

  it('[request-log.retention] removes calls after theirs, however many,', async () => {
    const { clock, ports, retention } = openRetentionWorld();
    const { requestLogs } = ports.storage;
    const began = clock.now();
    const old = Array.from({ length: 6_000 }, (_, index) => newRequest(`old-${index}`, began));
    requestLogs.append([...old, newRequest('young', began + 1)]);
    const ids = async (): Promise<readonly string[]> => {
      const page = await requestLogs.list(everyRequest);
      return page.kind === 'page' ? page.entries.map(({ id }) => id) : [];
    };
    await clock.advance(began + retentionTimes.logsMs - clock.now());
    await retention.runOnce();
    expect(await ids()).toHaveLength(6_001);
    await clock.advance(began + retentionTimes.logsMs + 1 - clock.now());
    await retention.runOnce();
    expect(await ids()).toEqual(['young']);
  });

  it('[samples.minutes] removes figures of more than eight days ago', async () => {
    const { clock, ports, retention } = openRetentionWorld();
    const { operationSamples } = ports.storage;
    const began = Math.floor(clock.now() / 60_000) * 60_000;
    clock.setWall(began);
    await retention.runOnce();
    const sampleAt = (at: number) => ({
      node: 'node-1',
      at,
      ...unknownReadings,
      ...new OperationMetrics().of(at),
    });
    for (const at of [began, began + 60_000]) await operationSamples.record(sampleAt(at));
    const kept = async () => {
      const span = { from: 0, until: began * 2, stepMs: 60_000 };
      return (await operationSamples.list(span)).map(({ at }) => at - began);
    };
    await clock.advance(began + 8 * 24 * hour - clock.now());
    await retention.runOnce();
    expect(await kept()).toEqual([0, 60_000]);
    await clock.advance(1);
    await retention.runOnce();
    expect(await kept()).toEqual([60_000]);
  });

  it('[clocks.retention.jump] removes nothing because the clock jumped, and continues when it is right again', async () => {
    const { clock, ports, retention } = openRetentionWorld();
    await retention.runOnce();
    const began = clock.now();
    const { requestLogs, adminAccess, operationSamples, assets, jobs, reader } = ports.storage;
    const video = await keep(ports.resultBlobs, 'a video');
    const upload = await keep(ports.assetBlobs, 'used');
    const of = { id: 'as_1', owner: 'native', kind: 'image', contentType: 'image/png' } as const;
    await assets.add({ ...of, fileName: 'a.png', size: 4, sha256: upload, createdAt: began });
    const job = createJobFactory().newJob({ now: began });
    await jobs.acceptJob({ job, idempotency: null, queueLimit: 10, now: began });
    const over = { state: 'failed', quota: 'released', dueAt: null, completedAt: began } as const;
    const next = { ...job, ...over, version: 2 };
    const effects = [{ kind: 'quota', move: 'refund', amount: job.price }] as const;
    const lease = 'release' as const;
    await jobs.commit({ claim: null, from: job, next, effects, lease, now: began });
    requestLogs.append([newRequest('call', began)]);
    const times = { createdAt: began, lastSeenAt: began, expiresAt: began + hour };
    await adminAccess.openSession({ idDigest: 's', username: 'admin', ...times });
    const minute = Math.floor(began / 60_000) * 60_000;
    const readings = { ...unknownReadings, ...new OperationMetrics().of(minute) };
    await operationSamples.record({ node: 'node-1', at: minute, ...readings });
    const left = async () => {
      const page = await requestLogs.list(everyRequest);
      const session = { idDigest: 's', idleMs: hour, now: began };
      return [
        await isThere(ports.resultBlobs, video),
        await isThere(ports.assetBlobs, upload),
        (await reader.find(job.id)) !== undefined,
        page.kind === 'page' && page.entries.length === 1,
        (await adminAccess.findSession(session)) !== undefined,
        (await operationSamples.list({ from: 0, until: 2 * began, stepMs: 60_000 })).length === 1,
      ];
    };
    const everything = [true, true, true, true, true, true];
    clock.setWall(began + 100 * 24 * hour);
    await retention.runOnce();
    const restarted = createRetention({ ports, retention: retentionTimes });
    await restarted.runOnce();
    expect(await left()).toEqual(everything);
    clock.setWall(began + hour / 4);
    await restarted.runOnce();
    expect(await left()).toEqual(everything);
    await clock.advance(100 * 24 * hour);
    await restarted.runOnce();
    expect(await left()).toEqual(everything.map((isThereStill) => !isThereStill));
  });
});
