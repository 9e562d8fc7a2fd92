import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { logRequests, noteRequest, logOpenRequest } from '../../src/http/request-log.ts';
import { RecordedRequests } from '../doubles/recorded-requests.ts';

interface World {
  readonly app: FastifyInstance;
  readonly log: RecordedRequests;
  /** Resolves with the request that is waiting at `/wait`. */
  readonly waiting: Promise<FastifyRequest>;
  /** Lets the waiting request get its response. */
  readonly response: () => void;
}

const apps: FastifyInstance[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function world(): Promise<World> {
  const app = Fastify({ forceCloseConnections: true });
  apps.push(app);
  const log = new RecordedRequests();
  const waiting = Promise.withResolvers<FastifyRequest>();
  const response = Promise.withResolvers<void>();
  await app.register(async (scope) => {
    logRequests(scope, log);
    scope.get('/quick', async () => ({ ok: true }));
    scope.get('/polls/:id', (request, reply) => {
      noteRequest(request, { isPoll: true, jobId: 'vt_1' });
      reply.send({ ok: true });
    });
    scope.get('/refused/:id', (request, reply) => {
      const { model = 'm' } = z.object({ model: z.string().optional() }).parse(request.query);
      noteRequest(request, { isPoll: true, errorCode: 'model_invalid', model });
      reply.code(404).send({});
    });
    scope.get('/broken', async () => {
      throw new Error('broken');
    });
    scope.get('/wait', (request, reply) => {
      waiting.resolve(request);
      void response.promise.then(() => reply.send({ ok: true }));
    });
    scope.get('/bytes', (request, reply) => {
      reply.hijack();
      reply.raw.writeHead(206);
      reply.raw.write('some');
      waiting.resolve(request);
    });
  });
  app.get('/unlogged', (request, reply) => {
    noteRequest(request, { caller: 'nobody' });
    logOpenRequest(request);
    reply.send({});
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, log, waiting: waiting.promise, response: response.resolve };
}

async function call(app: FastifyInstance, path: string): Promise<Socket> {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP server');
  const socket = connect(address.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return socket;
}

describe('calls of a logged scope', () => {
  it('leave one row each when they are finished, without their query', async () => {
    const { app, log } = await world();
    await call(app, '/quick?key=secret');
    expect(await log.until(1)).toEqual([
      {
        id: '00000000000000000000000001',
        at: log.now,
        count: 1,
        lastAt: log.now,
        requestId: expect.any(String),
        caller: null,
        method: 'GET',
        path: '/quick',
        model: null,
        status: 200,
        errorCode: null,
        durationMs: 0,
        jobId: null,
        disconnected: false,
        promptDigest: null,
        prompt: null,
      },
    ]);
  });

  it('leave one also when the handler throws, and none outside the scope or on unknown paths', async () => {
    const { app, log } = await world();
    await app.inject('/unlogged');
    await app.inject('/nowhere');
    await call(app, '/broken');
    await log.until(1);
    expect(log.rows.map(({ path, status }) => [path, status])).toEqual([['/broken', 500]]);
  });

  it('[request-log.hung-up] are 499 and disconnected from the moment the caller leaves', async () => {
    const { app, log, waiting } = await world();
    const socket = await call(app, '/wait');
    await waiting;
    log.now += 1_500;
    socket.destroy();
    const [row] = await log.until(1);
    expect(row).toMatchObject({ status: 499, disconnected: true, durationMs: 1_500 });
  });

  it('[request-log.hung-up] are the same when the caller only closes its side, and when it resets', async () => {
    for (const leave of [(one: Socket) => one.end(), (one: Socket) => one.resetAndDestroy()]) {
      const { app, log, waiting } = await world();
      const socket = await call(app, '/wait');
      await waiting;
      leave(socket);
      const [row] = await log.until(1);
      expect(row).toMatchObject({ status: 499, disconnected: true, errorCode: null });
    }
  });

  it('[request-log.hung-up] still lead to a job that was accepted after the caller had left', async () => {
    const { app, log, waiting } = await world();
    const socket = await call(app, '/wait');
    const request = await waiting;
    socket.destroy();
    await log.until(1);
    noteRequest(request, { model: 'm', jobId: 'lj_1', prompt: 'a boat' });
    noteRequest(request, { jobId: 'lj_1' });
    logOpenRequest(request);
    const [first, second, third] = log.rows;
    expect(first).toMatchObject({ status: 499, jobId: null });
    expect(second).toEqual({
      ...first,
      model: 'm',
      jobId: 'lj_1',
      promptDigest: log.digest.sha256('a boat'),
    });
    expect(third).toBeUndefined();
  });

  it('[request-log-growth.polls][request-log-growth.refused] say with which others they may share a row', async () => {
    const { app, log, waiting, response: reply } = await world();
    for (const path of ['/quick', '/polls/vt_1', '/refused/vt_2', '/broken']) {
      const { length } = log.rows;
      await call(app, path);
      await log.until(length + 1);
    }
    await call(app, '/wait');
    logOpenRequest(await waiting);
    reply();
    await log.until(6);
    const from = '127.0.0.1';
    expect(log.likenesses).toEqual([
      { kind: 'alone' },
      { kind: 'poll' },
      { kind: 'refused', route: '/refused/:id', from },
      { kind: 'refused', route: '/broken', from },
      { kind: 'alone' },
      { kind: 'alone' },
    ]);
  });

  it('[request-log-growth.refused] of callers who left come from where these were', async () => {
    const { app, log, waiting } = await world();
    const socket = await call(app, '/wait');
    await waiting;
    socket.destroy();
    await log.until(1);
    expect(log.likenesses).toEqual([{ kind: 'refused', route: '/wait', from: '127.0.0.1' }]);
  });

  it.each([
    ['no-such-model', 'no-such-model'],
    ['a\u0000b\u001b[31mc\r\nd\u0085', 'ab[31mcd'],
    ['x'.repeat(5_000), 'x'.repeat(200)],
    [`${'x'.repeat(199)}🚢`, `${'x'.repeat(199)}\uFFFD`],
    ['模型', '模型'],
  ])('[request-log-growth.refused-facts] name the model asked for: %j', async (asked, shown) => {
    const { app, log } = await world();
    await call(app, `/refused/1?model=${encodeURIComponent(asked)}`);
    const [row] = await log.until(1);
    expect(row).toMatchObject({ model: shown, errorCode: 'model_invalid', status: 404 });
  });

  it('keep the status they began with when the caller leaves in the middle', async () => {
    const { app, log, waiting } = await world();
    const socket = await call(app, '/bytes');
    await waiting;
    socket.destroy();
    const [row] = await log.until(1);
    expect(row).toMatchObject({ status: 206, disconnected: true });
  });

  it('[request-log.never-answered] that the server cuts in order to stop got no response', async () => {
    const { app, log, waiting } = await world();
    await call(app, '/wait');
    await waiting;
    app.server.closeAllConnections();
    const [row] = await log.until(1);
    expect(row).toMatchObject({ status: null, errorCode: 'server_stopped', disconnected: true });
  });

  it('[request-log.waiting] that wait are written when opened and again, under one id, when they end', async () => {
    const { app, log, waiting, response: reply } = await world();
    await call(app, '/wait');
    const request = await waiting;
    noteRequest(request, { caller: 'service', jobId: 'lj_1' });
    logOpenRequest(request);
    log.now += 9_000;
    reply();
    const [open, ended] = await log.until(2);
    expect(open).toMatchObject({ caller: 'service', jobId: 'lj_1', status: null });
    expect(open).toMatchObject({ durationMs: null, disconnected: false });
    expect(ended).toEqual({ ...open, status: 200, durationMs: 9_000 });
  });

  it('[request-log.prompts] keep the prompt only where it is wanted, its digest always', async () => {
    const { app, log, waiting, response: reply } = await world();
    await call(app, '/wait');
    const request = await waiting;
    noteRequest(request, { prompt: 'a boat' });
    logOpenRequest(request);
    log.areKept = true;
    noteRequest(request, { prompt: 'a 画' });
    reply();
    const rows = await log.until(2);
    const { sha256 } = log.digest;
    expect(rows.map(({ prompt, promptDigest }) => [prompt, promptDigest])).toEqual([
      [null, sha256('a boat')],
      ['a 画', sha256('a 画')],
    ]);
  });
});
