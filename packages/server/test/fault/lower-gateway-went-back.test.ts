import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { GenerationRequest, PreparedSubmission } from '@filmgate/core';
import { createHttpTransport, createTaskProvider, type Transport } from '@filmgate/upstream-http';
import { openaiVideos } from '@filmgate/upstream-http/openai-videos';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFilmgate } from '../end-to-end/command.ts';
import { adminPassword } from './crash-harness.ts';
import { CrashScene } from './crash-scene.ts';

let scene: CrashScene;
beforeAll(async () => {
  scene = await CrashScene.open(1);
}, 60_000);
afterAll(() => scene.close());

const { signal } = new AbortController();
const readAsset = () => Promise.reject(new Error('nothing is referred to'));
const minuteMs = 60_000;

const request: GenerationRequest = {
  model: 'film',
  family: 'film',
  mediaType: 'video',
  prompt: 'lower [[mock:queue=0s,run=900h]]',
  negativePrompt: null,
  durationSeconds: 5,
  aspectRatio: '16:9',
  aspectSource: 'explicit',
  resolution: '720p',
  generateAudio: false,
  references: [],
};

/** The sending and searching part of the gateway above, and a line that loses each response to a submission. */
function above(tasksUrl: string) {
  const baseUrl = `${tasksUrl}/v1`;
  const line = createHttpTransport(baseUrl);
  const transport: Transport = {
    send: async (call) => {
      const response = await line.send(call);
      if (call.method === 'GET') return response;
      for await (const piece of response.body) expect(piece.length).toBeGreaterThan(0);
      throw new Error('the connection was reset');
    },
  };
  const client = createTaskProvider(openaiVideos.describe({ dialect: 'filmgate' }), {
    endpoint: { id: 'lower', baseUrl, resultHosts: [], isConfigured: true },
    transport,
    openUrl: async () => ({ kind: 'refused', message: 'Nothing lies elsewhere.' }),
    now: () => Date.now(),
  });
  const account = { id: 'account-1', label: 'lower', secret: scene.user.key };
  const route = { endpoint: 'lower', model: 'vm_std-2.0', rank: 1 };
  return {
    async prepare(correlationId: string): Promise<PreparedSubmission> {
      const order = { account, request, route, correlationId };
      const outcome = await client.stage?.({ ...order, signal, readAsset });
      if (outcome?.kind !== 'staged') throw new Error(JSON.stringify(outcome));
      return client.prepare({ ...order, noticeUrl: null, staged: outcome.value });
    },
    submit: (submission: PreparedSubmission, correlationId: string) =>
      client.submit({
        account,
        submission,
        correlationId,
        deadlineAt: Date.now() + minuteMs,
        readAsset,
        signal,
      }),
    /** A search as twenty minutes after the send, when an endpoint without losses proves absence. */
    search: async (submission: PreparedSubmission, correlationId: string) => {
      const to = Date.now() - 20 * minuteMs;
      return await client.reconcile?.({
        account,
        submission,
        correlationId,
        sentBetween: { from: to - minuteMs, to },
        isOwned: async () => false,
        unanswered: async () => [],
        signal,
      });
    },
    close: () => line.close(),
  };
}

it('[providers.openai-videos.filmgate-past][tasks.list.history-id][invariants.i5-refund-with-proof] a gateway that was put back and acknowledged its loss proves no absence of what it was sent before, and of what it is sent since', async () => {
  const { path, dispose } = await scene.newData();
  const database = join(path, 'filmgate.db');
  const copy = `${path}.copy`;
  try {
    const before = await scene.start(path);
    const connection = new DatabaseSync(database, { readOnly: true });
    connection.prepare('vacuum into ?').run(copy);
    connection.close();
    const first = above(before.tasksUrl);
    const sent = await first.prepare('vt_one.1');
    expect((await first.submit(sent, 'vt_one.1')).kind).toBe('unknown');
    expect((await first.search(sent, 'vt_one.1'))?.kind).toBe('found');
    const unsent = await first.prepare('vt_two.1');
    expect(await first.search(unsent, 'vt_two.1')).toEqual({ kind: 'absent' });
    await expect.poll(async () => (await scene.mock.ledger('lower')).accepted).toBe(1);
    await first.close();
    await before.child.stop('SIGTERM');

    for (const end of ['', '-wal', '-shm']) await rm(`${database}${end}`, { force: true });
    await cp(copy, database);
    const env = { FILMGATE_DATA_DIR: path, FILMGATE_ADMIN_PASSWORD: adminPassword };
    const words = ['store', 'acknowledge-loss'];
    expect((await startFilmgate(words, { cwd: process.cwd(), env }).ended).code).toBe(0);
    const after = await scene.start(path);
    const second = above(after.tasksUrl);
    expect(await second.search(sent, 'vt_one.1')).toEqual({ kind: 'forgotten' });
    const since = await second.prepare('vt_three.1');
    expect(await second.search(since, 'vt_three.1')).toEqual({ kind: 'absent' });
    await second.close();
    await after.child.stop('SIGTERM');
    const again = await scene.start(path);
    const third = above(again.tasksUrl);
    expect(await third.search(since, 'vt_three.1')).toEqual({ kind: 'absent' });
    await third.close();
  } finally {
    await rm(copy, { force: true });
    await dispose();
  }
}, 120_000);
