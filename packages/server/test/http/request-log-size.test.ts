import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestLogEntry } from '@filmgate/core';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { withShortPauses } from './short-pauses.ts';
import { startGateway } from './start-gateway.ts';

const mebibyte = 1024 * 1024;
const calls = 9_000;
const prompt = 'a boat '.repeat(1_500);

function requestOf(number: number): RequestLogEntry {
  const at = Date.now() - 3_600_000 + number;
  return {
    id: `call-${number}`,
    at,
    count: 1,
    lastAt: at,
    requestId: `req-${number}`,
    caller: 'service',
    method: 'POST',
    path: '/v1/chat/completions',
    model: null,
    status: 200,
    errorCode: null,
    durationMs: 1,
    jobId: null,
    disconnected: false,
    promptDigest: null,
    prompt,
  };
}

/** A log of some 100 MB, left by a gateway with a higher maximum. */
async function fillLog(dataDir: string): Promise<void> {
  const storage = await createSqliteStorage({ file: join(dataDir, 'filmgate.db') });
  for (let first = 0; first < calls; first += 1_000) {
    storage.requestLogs.append(
      Array.from({ length: 1_000 }, (_, index) => requestOf(first + index)),
    );
    await storage.requestLogs.bytes();
  }
  await storage.close();
}

const overview = z.object({
  request_log: z.object({ bytes: z.int(), max_bytes: z.int(), removed_rows: z.int() }),
});

it('[request-log-growth.size][request-log-growth.told] the oldest rows are removed until the log is within its maximum, and that is reported', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'filmgate-log-size-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await fillLog(dataDir);
  const logFile = join(dataDir, 'filmgate.db.requests');
  expect((await stat(logFile)).size).toBeGreaterThan(90 * mebibyte);
  const gateway = await startGateway({
    dataDir,
    env: { FILMGATE_REQUEST_LOG_MAX_MB: '64' },
    wrapPorts: withShortPauses(30),
  });
  try {
    const reported = await eventually(
      async () => {
        const response = await gateway.adminFetch('overview');
        const { request_log: log } = overview.parse(jsonOf(response));
        return log.bytes <= 64 * mebibyte ? log : undefined;
      },
      { what: 'a log that fits' },
    );
    expect(reported.max_bytes).toBe(64 * mebibyte);
    expect(reported.removed_rows).toBeGreaterThan(1_000);
    expect(reported.removed_rows).toBeLessThan(6_000);
    const metrics = (await gateway.adminFetch('../../../metrics')).text;
    expect(metrics).toMatch(/^filmgate_request_log_bytes [\d.e+]+$/m);
    expect(metrics).toContain(`filmgate_request_log_removed_rows_total ${reported.removed_rows}\n`);
    const oldest = await gateway.adminFetch('request-logs?text=req-0');
    expect(jsonOf(oldest)).toMatchObject({ data: [] });
    const newest = await gateway.adminFetch('request-logs?text=req-8999');
    expect(jsonOf(newest)).toMatchObject({ data: [{ id: 'call-8999' }] });
  } finally {
    await gateway.stop();
  }
});
