import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure, type Job, newJob } from '@filmgate/core';
import { createSqliteStorage } from '@filmgate/storage-sqlite';

/**
 * Writes jobs of the workbench into the store of a data directory no gateway has open, through the port as a gateway
 * does: the given number, a second apart and up to a minute before now, all ended. Their prompts are numbered: `number
 * 0,` is the oldest.
 *
 * Run: node --conditions=@filmgate/source seed-jobs.ts DATA-DIRECTORY COUNT
 */

const apartMs = 1_000;
const lastAgoMs = 60_000;
/** Number of jobs written together. */
const atOnce = 1_000;

const owner = { owner: 'admin', surface: 'workbench' } as const;

function jobOf(number: number, createdAt: number): Job {
  const request = {
    model: 'vidA-fast-4s-16x9-720p',
    family: 'vidA-fast',
    mediaType: 'video',
    prompt: `number ${number}, a street in the rain seen from a slow tram`,
    negativePrompt: null,
    durationSeconds: 4,
    aspectRatio: '16:9',
    aspectSource: 'model',
    resolution: '720p',
    generateAudio: false,
    references: [],
  } as const;
  const command = {
    ...owner,
    jobId: `ui-00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    idempotency: null,
    content: {},
    draft: request,
    warnings: [],
    whenAccountUnavailable: 'await-configuration',
  } as const;
  return newJob({ command, request, price: 8, state: 'awaiting_configuration', now: createdAt });
}

const [folder = '', wanted = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true, mode: 0o700 });
const storage = await createSqliteStorage({ file: join(folder, 'filmgate.db') });
const count = Number(wanted);
const firstAt = Date.now() - lastAgoMs - count * apartMs;

async function write(number: number): Promise<void> {
  const { jobs } = storage;
  const job = jobOf(number, firstAt + number * apartMs);
  const now = job.createdAt;
  const queueLimit = Number.MAX_SAFE_INTEGER;
  const accepted = await jobs.acceptJob({ job, idempotency: null, queueLimit, now });
  if (accepted.kind !== 'accepted') throw new Error(`Job ${number} was ${accepted.kind}.`);
  const from = accepted.job;
  const next: Job = {
    ...from,
    state: 'failed',
    quota: 'released',
    failure: describeFailure(number % 2 === 0 ? 'content_rejected' : 'generation_failed'),
    version: from.version + 1,
    updatedAt: now + apartMs,
    completedAt: now + apartMs,
    dueAt: null,
  };
  const ended = await jobs.commit({
    claim: null,
    from,
    next,
    effects: [
      { kind: 'quota', move: 'refund', amount: from.price },
      { kind: 'trail', entry: { at: next.updatedAt, what: 'failed', detail: {} } },
    ],
    lease: 'release',
    now: next.updatedAt,
  });
  if (ended.kind !== 'committed') throw new Error(`The end of job ${number} was ${ended.kind}.`);
}

for (let first = 0; first < count; first += atOnce) {
  const length = Math.min(atOnce, count - first);
  await Promise.all(Array.from({ length }, (_, index) => write(first + index)));
}
await storage.close();
