import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestLogEntry } from '@filmgate/core';
import { createSqliteStorage } from '@filmgate/storage-sqlite';

/**
 * Writes calls into the request log of a data directory no gateway has open, through the port as a gateway does: the
 * given number, in waves over the day before now, with all endings.
 *
 * Run: node --conditions=@filmgate/source seed-requests.ts DATA-DIRECTORY COUNT
 */

const dayMs = 24 * 3_600_000;

/** More would wait for the disk at once than a log keeps. */
const requestsPerTurn = 10_000;

type Ending = Pick<RequestLogEntry, 'status' | 'errorCode' | 'disconnected' | 'durationMs'>;

const answered = (status: number, durationMs: number, errorCode: string | null = null): Ending => ({
  status,
  errorCode,
  disconnected: false,
  durationMs,
});

/** Ending of a call, by the last two digits of its number; of all others, 200. */
const endings: ReadonlyMap<number, Ending> = new Map([
  [3, answered(401, 1, 'api_key_invalid')],
  [17, answered(404, 2, 'job_not_found')],
  [29, answered(429, 3, 'concurrency_limited')],
  [41, { status: 499, errorCode: null, disconnected: true, durationMs: 31_250 }],
  [53, answered(502, 48_700, 'generation_failed')],
  [67, answered(503, 4, 'upstream_unavailable')],
  [71, { status: null, errorCode: 'server_stopped', disconnected: true, durationMs: null }],
]);

const callers = ['user:us_01k3studio', 'user:us_01k3agency', 'service', 'native'] as const;

const requests = [
  { method: 'POST', path: '/v1/videos', model: 'vm_std-2.0' },
  { method: 'POST', path: '/v1/chat/completions', model: 'vidA-fast-4s-16x9-720p' },
  { method: 'GET', path: '/v1/videos/vt_01k3paperboats', model: null },
  { method: 'GET', path: '/v1/models', model: null },
] as const;

function requestOf(number: number, at: number): RequestLogEntry {
  const request = requests[(number + Math.floor(number / 100)) % requests.length] ?? requests[0];
  const ending = endings.get(number % 100) ?? answered(200, 2 + ((number * 37) % 900));
  const id = String(number).padStart(7, '0');
  return {
    id: `seeded-${id}`,
    at,
    count: 1,
    lastAt: at,
    requestId: `req-${id}`,
    caller:
      ending.status === 401
        ? null
        : (callers[(number + Math.floor(number / 400)) % callers.length] ?? 'service'),
    ...request,
    ...ending,
    jobId: request.model === null ? null : `vt_seeded${id}`,
    promptDigest: request.model === null ? null : id.padStart(64, '0'),
    prompt: number % 1_000 === 1 ? `=boats on a "rainy" street, number ${number}` : null,
  };
}

/** Busy hours and quiet ones; later numbers come later. */
function inWaves(share: number): number {
  return share + Math.sin(share * 4 * Math.PI) / 20 + Math.sin(share * 46 * Math.PI) / 800;
}

const [folder = '', count = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const storage = await createSqliteStorage({ file: join(folder, 'filmgate.db') });
const now = Date.now();
for (let first = 0; first < Number(count); first += requestsPerTurn) {
  const length = Math.min(requestsPerTurn, Number(count) - first);
  storage.requestLogs.append(
    Array.from({ length }, (_, index) => {
      const number = first + index;
      return requestOf(number, Math.floor(now - dayMs + dayMs * inWaves(number / Number(count))));
    }),
  );
  await storage.requestLogs.removeBefore({ before: 0, limit: 1 });
}
await storage.close();
