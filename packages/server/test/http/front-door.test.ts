import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parked, smallest } from './prompts.ts';
import { send } from './response.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const mebibyte = 1024 * 1024;
const sockets: { destroy(): void }[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends bytes from one of the loopback addresses. */
async function hold(url: string, bytes: string, localAddress = '127.0.0.1'): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
}

function announcing(path: string, bytes: number, lines: readonly string[]): string {
  return [
    `POST ${path} HTTP/1.1`,
    ...lines,
    'content-type: application/json',
    `content-length: ${bytes}`,
    '',
    '{',
  ].join('\r\n');
}

describe('a stranger who announces and sends nothing', () => {
  const shared = useGateway();

  it('[flow.bytes.bounded] keeps no creation of others out with three keys and twelve bodies', async () => {
    const { tasksUrl } = shared.gateway;
    const { host } = new URL(tasksUrl);
    for (let user = 0; user < 3; user += 1) {
      const { key } = await shared.newUser();
      const lines = [`host: ${host}`, `authorization: Bearer ${key}`];
      for (let body = 0; body < 4; body += 1)
        await hold(tasksUrl, announcing('/v1/videos', 64 * mebibyte, lines));
    }
    const long = { ...smallest(parked('a long one')), filler: 'x'.repeat(mebibyte) };
    taskOf(await shared.tasks.create(long));
    taskOf(await shared.tasks.create(smallest(parked('a short one'))));
  });

  it('[flow.bytes.small] keeps no administrator out from four addresses with 33 logins each', async () => {
    const { localUrl, adminUsername, adminPassword } = shared.gateway;
    const { host, origin } = new URL(localUrl);
    const lines = [`host: ${host}`, `origin: ${origin}`];
    for (const bytes of [mebibyte, 16 * 1024])
      for (let address = 1; address <= 4; address += 1)
        for (let login = 0; login < 33; login += 1)
          await hold(
            localUrl,
            announcing('/api/v1/auth/login', bytes, lines),
            `127.0.0.${address + 1}`,
          );
    const response = await send(`${localUrl}/api/v1/auth/login`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ username: adminUsername, password: adminPassword }),
    });
    expect(response.status, response.text).toBe(200);
  });
});

describe('a caller who opens WebSockets', () => {
  const shared = useGateway();

  it('[live-events.bounded] gets 64, and 429 for the next', async () => {
    const { tasksUrl, apiUserKey } = shared.gateway;
    const url = `${tasksUrl.replace('http', 'ws')}/v1/videos/events`;
    const open = (): Promise<number> =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url, { headers: { authorization: `Bearer ${apiUserKey}` } });
        sockets.push({ destroy: () => socket.terminate() });
        socket.on('open', () => resolve(101));
        socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
        socket.on('error', reject);
      });
    const statuses: number[] = [];
    for (let count = 0; count < 70; count += 1) statuses.push(await open());
    expect(statuses).toEqual([
      ...Array.from({ length: 64 }, () => 101),
      ...Array.from({ length: 6 }, () => 429),
    ]);
  });
});
