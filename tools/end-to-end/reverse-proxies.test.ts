/** @module-tag long */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { freePorts } from './free-ports.ts';
import { type ProxyName, startProxy } from './reverse-proxy.ts';
import { type RunningGateway, startGateway } from './running-gateway.ts';
import { createScratchFolder } from './scratch-folder.ts';

/** Runs the reverse proxy samples in front of a gateway. */

const quickstartSchema = z.object({
  service_api_key: z.string(),
  native_api_key: z.string(),
  api_user: z.object({ key: z.string() }),
  admin: z.object({ username: z.string(), password: z.string() }),
});
const taskSchema = z.object({
  id: z.string(),
  status: z.string(),
  video_url: z.string().optional(),
});

/** @param takes - duration of the synchronous generation */
const chatBody = (takes: string, extra: object = {}): string =>
  JSON.stringify({
    model: 'vidA-fast-4s-16x9-720p',
    messages: [{ role: 'user', content: `A slow river [[mock:queue=0s,run=${takes}]]` }],
    ...extra,
  });

describe.each<ProxyName>(['nginx', 'caddy'])('behind %s', (name) => {
  const folder = createScratchFolder();
  let gateway: RunningGateway;
  let quickstart: z.infer<typeof quickstartSchema>;
  let gatewayPorts = { local: '', tasks: '' };
  let own = { local: '', tasks: '' };
  let stopProxy = async (): Promise<void> => {};

  beforeAll(async () => {
    const [local = '', tasks = '', ownLocal = '', ownTasks = ''] = await freePorts(4);
    gatewayPorts = { local, tasks };
    own = { local: ownLocal, tasks: ownTasks };
    gateway = await startGateway(folder.path, {
      FILMGATE_LOCAL_PORT: local,
      FILMGATE_TASKS_PORT: tasks,
      FILMGATE_LOCAL_PUBLIC_URL: `http://127.0.0.1:${ownLocal}`,
      FILMGATE_TASKS_PUBLIC_URL: `http://127.0.0.1:${ownTasks}`,
      FILMGATE_TRUST_PROXY: '127.0.0.1',
      FILMGATE_MOCK_SPEED: '1',
    });
    const text = readFileSync(join(folder.path, 'data', 'quickstart.json'), 'utf8');
    quickstart = quickstartSchema.parse(JSON.parse(text));
    const proxy = await startProxy(name, {
      folder: join(folder.path, 'proxy'),
      gateway: gatewayPorts,
      own,
    });
    stopProxy = proxy.stop;
  });

  afterAll(async () => {
    await stopProxy();
    await gateway.stop();
    folder.remove();
  });

  const toTasks = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${own.tasks}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${quickstart.api_user.key}`, ...init.headers },
    });
  const chat = (port: string, takes: string, extra: object = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${quickstart.service_api_key}`,
        'content-type': 'application/json',
      },
      body: chatBody(takes, extra),
    });

  it('[shipping.proxy-passes] both listeners are ready', async () => {
    for (const port of [own.local, own.tasks]) {
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    }
  });

  it('[shipping.transport-security] every response says once that browsers come back over HTTPS', async () => {
    for (const port of [own.local, own.tasks]) {
      const { headers } = await fetch(`http://127.0.0.1:${port}/v1/models`);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
  });

  it('[shipping.proxy-passes] the administrator logs in, and a foreign page may not', async () => {
    const login = (origin: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${own.local}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(quickstart.admin),
      });
    expect((await login(`http://127.0.0.1:${own.local}`)).status).toBe(200);
    expect((await login('https://elsewhere.example')).status).toBe(403);
  });

  it('[shipping.proxy-passes] an asset larger than a proxy allows by itself is uploaded', async () => {
    const png = Buffer.alloc(20 * 1024 * 1024);
    png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const response = await toTasks('/api/v1/assets', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${quickstart.native_api_key}`,
        'content-type': 'image/png',
      },
      body: png,
    });
    expect([response.status, await response.json()]).toMatchObject([201, { size: png.length }]);
  });

  it('[shipping.proxy-passes] a video is made, and played in ranges from its own link', async () => {
    const body = { prompt: 'A kite over the dunes [[mock:queue=0s,run=0s]]', seconds: 5 };
    const created = await toTasks('/v1/videos', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, resolution: '720p' }),
    });
    expect(created.status).toBe(202);
    const { id } = taskSchema.parse(await created.json());
    const readTask = async () => taskSchema.parse(await (await toTasks(`/v1/videos/${id}`)).json());
    await expect.poll(readTask).toMatchObject({ status: 'completed' });
    const url = (await readTask()).video_url ?? '';
    expect(url.startsWith(`http://127.0.0.1:${own.tasks}/media/`)).toBe(true);
    const part = await fetch(url, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    const whole = await fetch(url);
    const video = await whole.arrayBuffer();
    expect(Number(whole.headers.get('content-length'))).toBe(video.byteLength);
  });

  it('[shipping.proxy-passes] a synchronous generation is waited for', async () => {
    const response = await chat(own.local, '2s');
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { object: 'chat.completion' },
    ]);
  });

  it('[shipping.proxy-passes] what bounds that wait is the sample, and the job goes on without it', async () => {
    const [local = '', tasks = ''] = await freePorts(2);
    const short = await startProxy(name, {
      folder: join(folder.path, 'short'),
      gateway: gatewayPorts,
      own: { local, tasks },
      change: (sample) => sample.replaceAll('1900s', '1s'),
    });
    onTestFinished(() => short.stop());
    expect((await chat(local, '600s')).status).toBe(504);
  });

  it('[shipping.proxy-passes] a streamed response arrives as events', async () => {
    const response = await chat(own.local, '1s', { stream: true });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect((await response.text()).trimEnd()).toMatch(/^data: [^]*data: \[DONE\]$/);
  });

  it('[shipping.proxy-passes] a WebSocket is opened', async () => {
    const opened = request({
      host: '127.0.0.1',
      port: own.tasks,
      path: '/v1/videos/events',
      headers: {
        authorization: `Bearer ${quickstart.api_user.key}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('a key of 16 byte').toString('base64'),
      },
    });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      opened.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode);
      });
      opened.on('response', (response) => resolve(response.statusCode));
      opened.on('error', reject);
      opened.end();
    });
    expect(status).toBe(101);
  });
});
