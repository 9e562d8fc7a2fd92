import { describe, expect, it } from 'vitest';
import { parked, smallest } from './prompts.ts';
import { sendBytes } from './raw-http.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

/** Response to exact header lines, from a connection that the server must close. */
function ask(url: string, start: string, lines: readonly string[]): Promise<string> {
  return sendBytes(url, `${[start, 'connection: close', ...lines].join('\r\n')}\r\n\r\n`);
}

describe('a request that can be read in two ways', () => {
  it.each([
    ['the same host twice', ['host: a.example', 'host: a.example']],
    ['two hosts', ['host: a.example', 'Host: b.example']],
  ])('[access.one-host] is 400 on both listeners: %s', async (_, hosts) => {
    const { tasksUrl, localUrl, apiUserKey } = shared.gateway;
    const { id } = taskOf(await shared.tasks.create(smallest(parked('polled'))));
    const authorization = `authorization: Bearer ${apiUserKey}`;
    for (const [url, path] of [
      [tasksUrl, '/v1/models'],
      [tasksUrl, `/v1/videos/${id}`],
      [tasksUrl, '/healthz'],
      [tasksUrl, '/nowhere'],
      [localUrl, '/v1/models'],
      [localUrl, '/api/v1/admin/overview'],
      [localUrl, '/login'],
    ] as const) {
      const response = await ask(url, `GET ${path} HTTP/1.1`, [...hosts, authorization]);
      expect(response, path).toMatch(/^HTTP\/1\.1 400 /);
      expect(response, path).toContain('Host');
    }
    const refused = await ask(tasksUrl, 'GET /v1/models HTTP/1.1', [...hosts, authorization]);
    expect(refused).toContain('"code":"payload_invalid"');
    const local = await ask(localUrl, 'GET /api/v1/admin/overview HTTP/1.1', hosts);
    expect(local).toMatch(/\{"detail":".*Host/);
  });

  it.each(['2.0', '0.9'])('[access.one-host] is 400 with HTTP/%s', async (version) => {
    const response = await ask(shared.gateway.tasksUrl, `GET /healthz HTTP/${version}`, [
      'host: a',
    ]);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('[access.one-host] is not one of HTTP/1.0, with a host or without', async () => {
    const { tasksUrl } = shared.gateway;
    for (const lines of [[], ['host: a.example']])
      expect(await ask(tasksUrl, 'GET /healthz HTTP/1.0', lines)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
