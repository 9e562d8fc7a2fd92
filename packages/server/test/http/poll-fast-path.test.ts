import type { GatewayPorts } from '@filmgate/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectApiError, jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { instant, smallest } from './prompts.ts';
import { sendBytes } from './raw-http.ts';
import { adminListOf } from './shapes.ts';
import { taskOf, tasksClient } from './tasks-client.ts';
import { unfinishedVideos } from './unfinished-videos.ts';
import { useGateway } from './use-gateway.ts';

/** Number of polls that the fast path accepted: it counts a request last, before its response. */
const answeredAtOnce = { polls: 0 };

function counting(ports: GatewayPorts): GatewayPorts {
  const { atOnce } = ports.storage;
  if (atOnce === undefined) throw new Error('the embedded store answers at once');
  const authenticate: typeof atOnce.authenticate = (input) => {
    const outcome = atOnce.authenticate(input);
    if (input.counted !== false && outcome.kind === 'known') answeredAtOnce.polls += 1;
    return outcome;
  };
  return { ...ports, storage: { ...ports.storage, atOnce: { ...atOnce, authenticate } } };
}

const videos = unfinishedVideos();
const shared = useGateway(() => ({
  wrapPorts: (ports) => counting(videos.wrapPorts(ports)),
  env: { FILMGATE_TASKS_PUBLIC_URL: 'https://films.example.com' },
}));

interface Poll {
  readonly id: string;
  readonly key?: string;
  readonly lines?: readonly string[];
}

/** Response as received, without the line with the time. */
async function bytesOf({ id, key = shared.gateway.apiUserKey, lines = [] }: Poll) {
  const head = [
    `GET /v1/videos/${id} HTTP/1.1`,
    'Host: films.example.com',
    `Authorization: Bearer ${key}`,
    'X-Request-Id: poll-of-the-test',
    'Connection: close',
    ...lines,
  ];
  const text = await sendBytes(shared.gateway.tasksUrl, `${head.join('\r\n')}\r\n\r\n`);
  return text.replace(/^Date: .*\r\n/m, '');
}

/** Sends a poll by both ways: an announced length keeps it from the fast path. */
async function byBothWays(poll: Poll): Promise<{ readonly fast: string; readonly route: string }> {
  const before = answeredAtOnce.polls;
  const fast = await bytesOf(poll);
  expect(answeredAtOnce.polls - before, 'polls answered at once').toBe(1);
  const route = await bytesOf({ ...poll, lines: [...(poll.lines ?? []), 'Content-Length: 0'] });
  expect(answeredAtOnce.polls - before, 'polls answered at once').toBe(1);
  return { fast, route };
}

/** A task changes while it is made, and a link is valid to the second: both ways see one state sooner or later. */
function sameByBothWays(
  status: string,
  poll: Poll,
  lines = async (): Promise<readonly string[]> => poll.lines ?? [],
): Promise<string> {
  return eventually(
    async () => {
      const { fast, route } = await byBothWays({ ...poll, lines: await lines() });
      return fast === route && fast.startsWith(`HTTP/1.1 ${status}\r\n`) ? fast : undefined;
    },
    { what: `two equal responses with ${status}` },
  );
}

beforeEach(() => {
  answeredAtOnce.polls = 0;
});

describe('a poll that goes well', () => {
  it('has the same bytes by the fast path and by the route [tasks.read.fast-path]', async () => {
    const plain = taskOf(await shared.tasks.create(smallest(instant('a kite'))));
    const other = taskOf(await shared.tasks.create(smallest(instant('一只风筝 – “über”'))));
    for (const { id } of [plain, other]) {
      await sameByBothWays('200 OK', { id });
      const tag = () => bytesOf({ id }).then((bytes) => /^etag: (.*)\r$/m.exec(bytes)?.[1] ?? '');
      const lines = async () => [`If-None-Match: ${await tag()}`];
      const known = await sameByBothWays('304 Not Modified', { id }, lines);
      expect(known).not.toContain('"id"');
      await sameByBothWays('200 OK', { id, lines: ['If-None-Match: "another"'] });
    }
    videos.finish();
    for (const { id } of [plain, other]) {
      await shared.tasks.completed(id);
      const ended = await sameByBothWays('200 OK', { id });
      expect(ended).toContain('"video_url":"https://films.example.com/media/');
    }
  });

  it('shares the row and the metrics of the route [tasks.read.fast-path] [request-log-growth.polls]', async () => {
    const { id } = taskOf(await shared.tasks.create(smallest(instant('counted'))));
    for (let turn = 0; turn < 5; turn += 1) await byBothWays({ id });
    const path = `/v1/videos/${id}`;
    const rows = adminListOf(
      z.object({ path: z.string(), method: z.string(), count: z.number(), job_id: z.string() }),
    );
    const response = await shared.gateway.adminFetch(`request-logs?text=${id}&limit=50`);
    const polls = rows.parse(jsonOf(response)).data.filter((row) => row.path === path);
    // Two when a minute begins in between.
    expect(polls.length).toBeLessThanOrEqual(2);
    expect(polls.reduce((sum, { count }) => sum + count, 0)).toBe(10);
    expect(polls.every((row) => row.method === 'GET' && row.job_id === id)).toBe(true);
  });

  it('counts once against the limit of its user [tasks.read.fast-path] [owner-limits.rate.refused]', async () => {
    const user = await shared.gateway.createApiUser({ name: 'limited' });
    const client = tasksClient(shared.gateway.tasksUrl, user.key);
    const { id } = taskOf(await client.create(smallest(instant('limited'))));
    const limit = { max_requests_per_minute: 4 };
    await shared.gateway.adminSend('PATCH', `api-users/${user.id}`, limit);
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1)
      statuses.push((await client.request(`/v1/videos/${id}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect(answeredAtOnce.polls).toBe(4);
  });

  it('is answered in its turn among others of one connection [tasks.read.fast-path]', async () => {
    const { id } = taskOf(await shared.tasks.create(smallest(instant('in a row'))));
    const paths = ['/v1/models', `/v1/videos/${id}`, '/v1/videos', `/v1/videos/${id}`, '/nowhere'];
    const asked = paths.map((path, index) =>
      [
        `GET ${path} HTTP/1.1`,
        'Host: films.example.com',
        `Authorization: Bearer ${shared.gateway.apiUserKey}`,
        `X-Request-Id: number-${index}`,
        ...(index === paths.length - 1 ? ['Connection: close'] : []),
        '\r\n',
      ].join('\r\n'),
    );
    const text = await sendBytes(shared.gateway.tasksUrl, asked.join(''));
    const order = [...text.matchAll(/^x-request-id: number-(\d)\r$/gm)].map(([, index]) => index);
    expect(order).toEqual(['0', '1', '2', '3', '4']);
  });
});

describe('what does not go well', () => {
  it('is left to the route, which responds as before [tasks.read.fast-path] [tasks.read.foreign-404]', async () => {
    const { id } = taskOf(await shared.tasks.create(smallest(instant('left'))));
    const other = await shared.gateway.createApiUser({ name: 'another' });
    const foreign = await tasksClient(shared.gateway.tasksUrl, other.key).request(
      `/v1/videos/${id}`,
    );
    expectApiError(foreign, { status: 404, code: 'job_not_found' });
    const unknown = await shared.tasks.request(`/v1/videos/${id.slice(0, -1)}`);
    expectApiError(unknown, { status: 404, code: 'job_not_found' });
    await shared.gateway.adminSend('PATCH', `api-users/${other.id}`, { enabled: false });
    const disabled = await tasksClient(shared.gateway.tasksUrl, other.key).request(
      `/v1/videos/${id}`,
    );
    expectApiError(disabled, { status: 401, code: 'api_key_invalid' });
    const posted = await shared.tasks.request(`/v1/videos/${id}`, { method: 'POST' });
    expectApiError(posted, { status: 405, code: 'method_not_allowed' });
    expect(answeredAtOnce.polls).toBe(0);
    const asked = await shared.tasks.request(`/v1/videos/${id}?fields=all`);
    expect(asked.status).toBe(200);
    expect(answeredAtOnce.polls).toBe(0);
  });
});
