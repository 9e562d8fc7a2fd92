import { createHash } from 'node:crypto';
import {
  type Job,
  type JobListQuery,
  type JsonValue,
  newJob,
  type RequestDraft,
  requestFingerprint,
} from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { callScope, createRetryDesk } from './retry-desk.ts';

const digest = {
  sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex'),
};
const minute = 60_000;

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
  return { ...newJob({ command, request, cost: 8, state: 'queued', now: 0 }), ...changes };
}

function desk(jobs: readonly Job[], claimed: JsonValue = content, prompt = draft.prompt) {
  const clock = { instant: minute };
  const queries: JobListQuery[] = [];
  const retries = createRetryDesk({
    joinMs: minute,
    deps: {
      clock: { now: () => clock.instant },
      digest,
      log: { info: () => undefined },
      syncWaitMs: () => 15 * minute,
      jobs: {
        list: async (query) => {
          queries.push(query);
          const start = jobs.findIndex(({ id }) => id === query.after) + 1;
          const page = jobs.slice(start, start + query.limit);
          return { kind: 'page', jobs: page, hasMore: start + page.length < jobs.length };
        },
        findByKey: async ({ scope, key }) => {
          const job = jobs.find(({ id }) => id === key);
          if (job === undefined || scope !== callScope) return undefined;
          return { job, fingerprint: requestFingerprint(claimed, digest) };
        },
      },
    },
  });
  const join = (headers: FastifyRequest['headers'] = { 'x-stainless-retry-count': '1' }) =>
    retries.join({ id: 'req', headers }, { content, draft: { ...draft, prompt } });
  return { clock, queries, retries, join };
}

describe('[local.wait.retry-joins] a retry', () => {
  it.each([
    tried('lj_running', { state: 'polling' }),
    tried('lj_unknown', { state: 'outcome_unknown' }),
    tried('lj_done', { state: 'completed', completedAt: 0 }),
  ])('joins $id', async (job) => {
    expect((await desk([job]).join())?.id).toBe(job.id);
  });

  it.each([
    tried('lj_failed', { state: 'failed', completedAt: minute }),
    tried('lj_done_long_ago', { state: 'completed', completedAt: -1 }),
  ])('does not join $id', async (job) => {
    expect(await desk([job]).join()).toBeUndefined();
  });

  it.each([undefined, '0', '', '-1', 'one', '1e3'])(
    'is one only by its count, and %j is none: nothing is looked up',
    async (count) => {
      const { join, queries } = desk([tried('lj_running')]);
      const headers = count === undefined ? {} : { 'x-stainless-retry-count': count };
      expect(await join(headers)).toBeUndefined();
      expect(queries).toEqual([]);
    },
  );

  it('does not join a call of other content', async () => {
    expect(await desk([tried('lj_running')], { prompt: 'a cat' }).join()).toBeUndefined();
  });

  it('joins a job once: of two retries the second goes on to the next', async () => {
    const { join, retries } = desk([tried('lj_newer'), tried('lj_older')]);
    const both = await Promise.all([join(), join()]);
    expect(both.map((job) => job?.id)).toEqual(['lj_newer', 'lj_older']);
    expect(await join()).toBeUndefined();
    retries.left('lj_older', false);
    expect((await join())?.id).toBe('lj_older');
  });

  it('does not join a job somebody waits for, or whose end somebody was told', async () => {
    const { join, retries } = desk([tried('lj_running')]);
    retries.waited('lj_running');
    expect(await join()).toBeUndefined();
    retries.left('lj_running', true);
    expect(await join()).toBeUndefined();
  });

  it('looks at this API’s jobs of the model and of the time a try can be old', async () => {
    const { join, queries } = desk([]);
    await join();
    expect(queries).toEqual([
      expect.objectContaining({
        owner: 'service',
        surface: 'local',
        model: draft.model,
        search: draft.prompt,
        createdFrom: minute - 16 * minute,
        order: 'newest-first',
      }),
    ]);
  });

  it('finds its earlier try however many alike began since', async () => {
    const others = Array.from({ length: 250 }, (_, index) =>
      tried(`lj_failed_${index}`, { state: 'failed', completedAt: minute }),
    );
    const { join, queries } = desk([...others, tried('lj_running', { state: 'polling' })]);
    expect((await join())?.id).toBe('lj_running');
    expect(queries.map(({ after }) => after)).toEqual([null, 'lj_failed_99', 'lj_failed_199']);
  });

  it('searches by the beginning of a long prompt, and by whole characters', async () => {
    const prompt = `${'x'.repeat(199)}🦊 in snow`;
    const job = tried('lj_running', { request: { ...draft, prompt, references: [] } });
    const { join, queries } = desk([job], content, prompt);
    expect((await join())?.id).toBe('lj_running');
    expect(queries.map(({ search }) => search)).toEqual(['x'.repeat(199)]);
  });

  it('passes over jobs whose prompt only begins like its own', async () => {
    const request = { ...draft, prompt: 'a fox in snow', references: [] };
    expect(await desk([tried('lj_longer', { request })]).join()).toBeUndefined();
  });

  it('forgets who was told once that no longer matters', async () => {
    const { clock, join, retries } = desk([tried('lj_running')]);
    retries.left('lj_running', true);
    clock.instant += 2 * minute;
    retries.left('lj_other', true);
    expect((await join())?.id).toBe('lj_running');
  });
});
