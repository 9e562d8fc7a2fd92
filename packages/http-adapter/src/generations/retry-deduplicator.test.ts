import { createHash } from 'node:crypto';
import {
  type Job,
  type JsonValue,
  newJob,
  type RequestDraft,
  requestFingerprint,
} from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createRetryDeduplicator } from './retry-deduplicator.ts';

const digest = {
  sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex'),
};
const minute = 60_000;
const scope = 'service/calls';

const draft: RequestDraft = {
  model: 'vidB-4s-16x9-720p',
  family: 'vidB',
  mediaType: 'video',
  prompt: 'a fox',
  negativePrompt: null,
  durationSeconds: 4,
  aspectRatio: '16:9',
  aspectSource: 'model',
  resolution: '720p',
  generateAudio: false,
  references: [],
};
const content: JsonValue = { prompt: 'a fox' };

function tried(id: string, changes: Partial<Job> = {}): Job {
  const command = {
    owner: 'service',
    surface: 'local',
    jobId: id,
    idempotency: null,
    content,
    draft,
    warnings: [],
    whenAccountUnavailable: 'refuse-unserved',
  } as const;
  const request = { ...draft, references: [] };
  return { ...newJob({ command, request, price: 8, state: 'queued', now: 0 }), ...changes };
}

function deduplicator(jobs: readonly Job[], claimed: JsonValue = content) {
  const clock = { instant: minute };
  const asked: object[] = [];
  const read: string[] = [];
  const retries = createRetryDeduplicator({
    joinMs: minute,
    deps: {
      clock: { now: () => clock.instant },
      digest,
      log: { info: () => undefined },
      syncWaitMs: () => 15 * minute,
      jobs: {
        findByContent: async (input) => {
          asked.push(input);
          const isTheirs = input.fingerprint === requestFingerprint(claimed, digest);
          return isTheirs && input.scope === scope ? jobs.map(({ id }) => id) : [];
        },
        find: async (id) => {
          read.push(id);
          return jobs.find((job) => job.id === id);
        },
      },
    },
  });
  const join = (headers: FastifyRequest['headers'] = { 'x-stainless-retry-count': '1' }) =>
    retries.join({ id: 'req', headers }, { scope, content });
  return { clock, asked, read, retries, join };
}

describe('[local.wait.retry-joins] a retry', () => {
  it.each([
    tried('lj_running', { state: 'polling' }),
    tried('lj_unknown', { state: 'outcome_unknown' }),
    tried('lj_done', { state: 'completed', completedAt: 0 }),
  ])('joins $id', async (job) => {
    expect((await deduplicator([job]).join())?.id).toBe(job.id);
  });

  it.each([
    tried('lj_failed', { state: 'failed', completedAt: minute }),
    tried('lj_done_long_ago', { state: 'completed', completedAt: -1 }),
  ])('does not join $id', async (job) => {
    expect(await deduplicator([job]).join()).toBeUndefined();
  });

  it.each([undefined, '0', '', '-1', 'one', '1e3'])(
    'is a retry only by its count; with %j nothing is looked up',
    async (count) => {
      const { join, asked } = deduplicator([tried('lj_running')]);
      const headers = count === undefined ? {} : { 'x-stainless-retry-count': count };
      expect(await join(headers)).toBeUndefined();
      expect(asked).toEqual([]);
    },
  );

  it('does not join a call of other content', async () => {
    expect(await deduplicator([tried('lj_running')], { prompt: 'a cat' }).join()).toBeUndefined();
  });

  it('joins a job once: of two retries the second joins the next job', async () => {
    const { join, retries } = deduplicator([tried('lj_newer'), tried('lj_older')]);
    const both = await Promise.all([join(), join()]);
    expect(both.map((job) => job?.id)).toEqual(['lj_newer', 'lj_older']);
    expect(await join()).toBeUndefined();
    retries.left('lj_older', false);
    expect((await join())?.id).toBe('lj_older');
  });

  it('does not join a job that a caller waits for, or whose end was reported to a caller', async () => {
    const { join, retries } = deduplicator([tried('lj_running')]);
    retries.waited('lj_running');
    expect(await join()).toBeUndefined();
    retries.left('lj_running', true);
    expect(await join()).toBeUndefined();
  });

  it('passes over calls too old to be waited for, without reading those that are', async () => {
    const since = -15 * minute;
    const old = tried('lj_old', { createdAt: since - 1 });
    const { join, read } = deduplicator([old, tried('lj_older', { createdAt: since - 2 })]);
    expect(await join()).toBeUndefined();
    expect(read).toEqual(['lj_old']);
    const just = tried('lj_just', { createdAt: since });
    expect((await deduplicator([just]).join())?.id).toBe('lj_just');
  });

  it('finds its earlier attempt however many alike began since', async () => {
    const others = Array.from({ length: 250 }, (_, index) =>
      tried(`lj_failed_${index}`, { state: 'failed', completedAt: minute }),
    );
    const { join } = deduplicator([...others, tried('lj_running', { state: 'polling' })]);
    expect((await join())?.id).toBe('lj_running');
  });

  it('forgets reported ends when they no longer matter', async () => {
    const { clock, join, retries } = deduplicator([tried('lj_running')]);
    retries.left('lj_running', true);
    clock.instant += 2 * minute;
    retries.left('lj_other', true);
    expect((await join())?.id).toBe('lj_running');
  });
});
