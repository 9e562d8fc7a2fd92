import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPino } from './create-log.ts';
import { observeResponses } from './observe-responses.ts';
import { createRequestLines } from './request-lines.ts';

// All requests of a test fall into one minute, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const often = Array.from({ length: 50 }, () => '/refused');

async function linesAt(
  level: string,
  paths: readonly string[] = ['/read', '/unchanged', '/refused', '/cut'],
): Promise<readonly unknown[]> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createPino({
    level,
    logPrompts: () => false,
    node: 'studio-1',
    time: 'epoch',
    destination,
  });
  const app = Fastify();
  observeResponses(app, [createRequestLines(app, logger, 'tasks')]);
  app.get('/read', (_request, reply) => reply.send('read'));
  app.get('/unchanged', (_request, reply) => reply.code(304).send());
  app.get('/refused', (_request, reply) => reply.code(404).send());
  app.get('/cut', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '2' });
    reply.raw.write('1');
    reply.raw.destroy();
  });
  app.post('/made', (_request, reply) => reply.code(202).send());
  // Over a real socket: only a socket shows that a response was cut.
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  for (const path of paths) {
    await fetch(base + path)
      .then((response) => response.text())
      .catch(() => undefined);
  }
  await fetch(`${base}/made`, { method: 'POST' });
  await app.close();
  return lines.map((line): unknown => JSON.parse(line));
}

const refused = { event: 'request', listener: 'tasks', route: '/refused', status: 404, level: 30 };
const cut = { route: '/cut', status: 200, finished: false, level: 30 };
const made = { method: 'POST', route: '/made', status: 202, finished: true, level: 30 };

describe('the lines of requests', () => {
  it('[logs.requests] report at info all but the reads that went well', async () => {
    expect(await linesAt('info')).toMatchObject([refused, cut, made]);
  });

  it('[logs.requests] report at debug those too', async () => {
    const read = { route: '/read', status: 200, level: 20 };
    const unchanged = { route: '/unchanged', status: 304, level: 20 };
    expect(await linesAt('debug')).toMatchObject([read, unchanged, refused, cut, made]);
  });

  it('[request-log-growth.lines] report refused ones beyond some in a minute by their number', async () => {
    const lines = await linesAt('info', [...often, '/cut', '/read']);
    const counted = { event: 'requests-counted', listener: 'tasks', level: 30 };
    const further = [
      { ...counted, method: 'GET', route: '/refused', status: 404, count: 30 },
      { ...counted, method: 'GET', route: '/cut', status: 200, count: 1 },
    ];
    expect(lines).toMatchObject([...often.slice(0, 20).map(() => refused), made, ...further]);
  });

  it('[logs.requests] are not written below the log level', async () => {
    expect(await linesAt('warn')).toEqual([]);
  });
});
