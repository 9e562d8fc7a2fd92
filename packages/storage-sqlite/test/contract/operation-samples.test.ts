import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type OperationSample, summariseSamples } from '@filmgate/core';
import { expect, it, onTestFinished } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { RequestLogFile } from '../../src/request-log/request-log-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const minuteMs = 60_000;
const nothing = { count: 0, sum: 0, max: 0 };

function newSample(minute: number, node = 'node-1'): OperationSample {
  return {
    node,
    at: minute * minuteMs,
    gateway: {
      waiting: minute,
      open: minute,
      unknownOutcomes: 0,
      busySlots: 1,
      totalSlots: 2,
      usedBytes: null,
      freeBytes: null,
    },
    families: { vidA: { busy: 1, total: 2, waiting: 0 } },
    accounts: {},
    counts: {
      accepted: 1,
      completed: 1,
      failed: 0,
      creditsSpent: 1,
      calls: 1,
      failedCalls: 0,
    },
    toResult: { 40: 1 },
    toStart: {},
  };
}

it('[samples.never-in-the-way] are listed in pieces, between which the thread may do other work', async () => {
  const file = await RequestLogFile.open(':memory:');
  onTestFinished(() => file.close());
  // Two nodes, so that a piece ends within a minute, and a step continues in the next piece.
  const samples = Array.from({ length: 701 }, (_, minute) => [
    newSample(minute),
    newSample(minute, 'node-2'),
  ]).flat();
  for (const sample of samples) file.samples.record(sample);
  const list = file.samples.list({ from: 0, until: 701 * minuteMs, stepMs: 100 * minuteMs });
  for (let pieces = 1; ; pieces += 1) {
    const piece = list.next();
    if (piece.done !== true) continue;
    expect(piece.value).toEqual(summariseSamples(samples, 100 * minuteMs));
    expect(pieces).toBe(6);
    break;
  }
});

it('[samples.minutes] lie beside the request log, and are there after a restart', async () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  const store = await createSqliteStorage({ file });
  await store.operationSamples.record(newSample(5));
  await store.close();
  expect(statSync(`${file}.requests`).mode & 0o777).toBe(0o600);
  const again = await createSqliteStorage({ file });
  onTestFinished(() => again.close());
  const span = { from: 0, until: 10 * minuteMs, stepMs: minuteMs };
  const [kept] = await again.operationSamples.list(span);
  expect(kept).toMatchObject({ at: 5 * minuteMs, gateway: { usedBytes: nothing } });
});
