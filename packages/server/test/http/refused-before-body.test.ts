import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { accessTable } from './access-table.ts';
import { useGateway } from './use-gateway.ts';

const takesBody = /^(?:POST|PUT|PATCH) /;
/** The classes of routes that ask for a credential; login and logout ask for none. */
const credentialed = new Set<string>(['api-user', 'native', 'service', 'session-change']);
const guarded = accessTable.filter(
  ({ route, access }) => takesBody.test(route) && credentialed.has(access),
);

/** The status of the response to a request that announces a body and sends none of it. */
function statusWithoutBody(url: string, route: string): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const [method = '', template = ''] = route.split(' ');
  const path = template.replaceAll(/:\w+/g, 'x');
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `origin: ${url}`,
    'authorization: Bearer wrong',
    'content-type: application/json',
    'content-length: 1000000',
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
    socket.once('error', reject).once('data', (response: Buffer) => {
      socket.destroy();
      resolve(Number(response.toString('latin1').split(' ')[1]));
    });
  });
}

describe('a route that takes a body', () => {
  const shared = useGateway();

  it('is among those below', () => {
    expect(guarded.length).toBeGreaterThan(10);
  });

  it.each(guarded)(
    '[flow.refusal.before-body] refuses a bad credential before a byte of it: $listener $route',
    async ({ listener, route }) => {
      const { tasksUrl, localUrl } = shared.gateway;
      const status = await statusWithoutBody(listener === 'tasks' ? tasksUrl : localUrl, route);
      expect([401, 403]).toContain(status);
    },
  );
});
