import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { accessTable } from './access-table.ts';
import { parked, smallest } from './prompts.ts';
import { expectApiError } from './response.ts';
import { pngBytes } from './sample-media.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const takesBody = /^(?:POST|PUT|PATCH) /;
/** Classes of routes that require a credential; login and logout require none. */
const credentialed = new Set<string>(['api-user', 'native', 'service', 'session-change']);
const guarded = accessTable.filter(
  ({ route, access }) => takesBody.test(route) && credentialed.has(access),
);

/** Response to a request that announces a body, or only that one exists, and sends none of it. */
function responseWithoutBody(
  url: string,
  route: string,
  { key = 'wrong', length = 'content-length: 1000000' } = {},
): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const [method = '', template = ''] = route.split(' ');
  const path = template.replaceAll(/:\w+/g, 'x');
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `origin: ${url}`,
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    length,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
    socket.once('error', reject).once('data', (response: Buffer) => {
      socket.destroy();
      resolve(response.toString('latin1'));
    });
  });
}

function statusOf(response: string): number {
  return Number(response.split(' ')[1]);
}

describe('a route with a body', () => {
  const shared = useGateway();

  it('is among those below', () => {
    expect(guarded.length).toBeGreaterThan(10);
  });

  it.each(guarded)(
    '[flow.refusal.before-body] refuses a bad credential before a byte of it: $listener $route',
    async ({ listener, route }) => {
      const { tasksUrl, localUrl } = shared.gateway;
      const url = listener === 'tasks' ? tasksUrl : localUrl;
      expect([401, 403]).toContain(statusOf(await responseWithoutBody(url, route)));
    },
  );
});

describe('a creation that nothing could pay for', () => {
  const shared = useGateway();
  const exhausted = { status: 429, code: 'api_user_total_limit_exhausted' } as const;
  const picture = `data:image/png;base64,${Buffer.concat([pngBytes(), Buffer.alloc(20_000)]).toString('base64')}`;
  const long = (prompt: string) => ({ ...smallest(parked(prompt)), images: [picture] });

  it.each([
    ['POST /v1/videos', 'content-length: 60000000'],
    ['POST /v1/videos', 'transfer-encoding: chunked'],
    ['POST /v1/images/edits', 'content-length: 60000000'],
  ])(
    '[flow.standing.before-body] is refused before a byte of a long body: %s, %s',
    async (route, length) => {
      const { key } = await shared.newUser(0);
      const response = await responseWithoutBody(shared.gateway.tasksUrl, route, { key, length });
      expect(statusOf(response)).toBe(429);
      expect(response).toContain('"code":"api_user_total_limit_exhausted"');
      expect(response).toContain('limit 0, used 0');
    },
  );

  it('[flow.standing.before-body] is refused for too many open tasks before a byte of it', async () => {
    const { id, key, create } = await shared.newUser();
    await shared.gateway.adminSend('PATCH', `api-users/${id}`, { max_open_jobs: 1 });
    taskOf(await create(smallest(parked('the open one'))));
    const response = await responseWithoutBody(shared.gateway.tasksUrl, 'POST /v1/videos', { key });
    expect(statusOf(response)).toBe(429);
    expect(response).toContain('"code":"open_jobs_limit_reached"');
  });

  it('[flow.standing.before-body] gets the usual response when its key is known, or its body is short', async () => {
    const { id, create } = await shared.newUser();
    const first = taskOf(await create(long('bought before'), { key: 'known' }));
    await shared.gateway.adminSend('PATCH', `api-users/${id}`, { total_limit: 0 });
    expect(taskOf(await create(long('bought before'), { key: 'known' }), 200).id).toBe(first.id);
    expectApiError(await create(long('another'), { key: 'known' }), {
      status: 409,
      code: 'idempotency_key_conflict',
    });
    expectApiError(await create({ ...long('x'), seconds: 'x' }, { key: 'new' }), exhausted);
    const short = { prompt: 'short', seconds: 'x' };
    expectApiError(await create(short), { status: 400, code: 'payload_invalid', param: 'seconds' });
  });
});
