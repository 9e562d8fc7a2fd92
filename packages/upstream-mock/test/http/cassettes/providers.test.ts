import { afterEach, describe, expect, it } from 'vitest';
import { readCassette, RecordedUpstream } from '@filmgate/mock-cassettes';
import { startMockServer } from '../../../src/server/mock-server.ts';
import { cassetteFolder, recordOf } from '../../support/cassettes/record.ts';
import { upstreamOf } from '../../support/cassettes/upstream.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type Call = readonly [call: string, reply: object, status?: number];

/** A cassette of these calls, a second after one another. */
async function cassetteOf(calls: readonly Call[]): Promise<string> {
  const folder = cassetteFolder();
  closers.push(folder.remove);
  const responses = new Map(calls.map(([call, ...reply]) => [call, reply] as const));
  const upstream = await upstreamOf((request, response) => {
    request.resume();
    const [body, status = 200] = responses.get(`${request.method} ${request.url}`) ?? [{}, 404];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  let now = 0;
  const recorder = await recordOf(`http://${upstream.host}`, folder.path, { now: () => now });
  for (const [call] of calls) {
    await reported(`${recorder.url}/openai`, call);
    now += 1_000;
  }
  expect(await recorder.finish()).toMatchObject({ kind: 'finished' });
  await upstream.close();
  return folder.path;
}

async function reported(base: string, call: string): Promise<readonly [number, unknown]> {
  const [method = '', path = ''] = call.split(' ');
  const body = method === 'POST' ? JSON.stringify({ prompt: 'a kite' }) : null;
  const reply = await fetch(base + path, { method, body });
  return [reply.status, await reply.json()];
}

async function replayOf(folder: string): Promise<string> {
  const server = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, speed: 1, control: true, now: () => 0 },
    cassette: { folder },
  });
  closers.push(() => server.close());
  return `${server.url}/openai`;
}

describe('a recorded job', () => {
  it.each<readonly [string, Call, Call]>([
    [
      'MiniMax',
      ['POST /v2/video_generation', { task_id: '424010985738629' }],
      [
        'GET /v2/query/video_generation/424010985738629',
        { task: { id: '424010985738629', status: 'succeeded' } },
      ],
    ],
    [
      'xAI',
      ['POST /v1/videos/generations', { request_id: 'd1b2c3d4-0000-4000-8000-000000000001' }],
      [
        'GET /v1/videos/d1b2c3d4-0000-4000-8000-000000000001',
        { status: 'done', video: { duration: 8 } },
      ],
    ],
    [
      'DashScope',
      [
        'POST /api/v1/services/video',
        { output: { task_id: 'task-1-0001', task_status: 'PENDING' }, request_id: 'answer-1-0001' },
      ],
      [
        'GET /api/v1/tasks/task-1-0001',
        {
          request_id: 'answer-1-0002',
          output: { task_id: 'task-1-0001', task_status: 'SUCCEEDED' },
        },
      ],
    ],
    [
      'Luma',
      ['POST /v1/generations', { id: 'd1b2c3d4-0000-4000-8000-000000000001', state: 'queued' }],
      [
        'GET /v1/generations/d1b2c3d4-0000-4000-8000-000000000001',
        { id: 'd1b2c3d4-0000-4000-8000-000000000001', state: 'completed' },
      ],
    ],
    [
      'Kling',
      [
        'POST /v1/videos',
        { code: 0, request_id: 'answer-1-0001', data: { task_id: 'task-1-0001' } },
      ],
      ['GET /v1/videos/task-1-0001', { code: 0, data: { task_status: 'succeed' } }],
    ],
    [
      'Google, which is asked with POST',
      ['POST /v1/models/veo:predictLongRunning', { name: 'models/veo/operations/op-1-0001' }],
      [
        'POST /v1/models/veo/operations/op-1-0001:fetch',
        { name: 'models/veo/operations/op-1-0001', done: true },
      ],
    ],
  ])(
    '[mock.cassettes.record] of %s has a name, and its end is known by what a read says',
    async (_provider, submission, read) => {
      const folder = await cassetteOf([submission, read]);
      const upstream = new RecordedUpstream(readCassette(folder), 'openai');
      const outcome = { runsAfter: 1_000, endsAfter: 1_000, end: 'completed', hasFile: false };
      expect(upstream.outcome('$job1')).toEqual(outcome);
    },
  );

  it('[mock.cassettes.replay] that another was made of is replayed, and so is the other', async () => {
    const folder = await cassetteOf([
      ['POST /v1/videos', { id: 'video_100001', status: 'queued' }],
      ['GET /v1/videos/video_100001', { id: 'video_100001', status: 'completed' }],
      ['POST /v1/videos/video_100001/remix', { id: 'video_200002', status: 'queued' }],
      ['GET /v1/videos/video_200002', { id: 'video_200002', status: 'completed' }],
    ]);
    const base = await replayOf(folder);
    const [, first] = (await reported(base, 'POST /v1/videos')) as [number, { id: string }];
    const remix = `POST /v1/videos/${first.id}/remix`;
    const [status, other] = (await reported(base, remix)) as [number, { id: string }];
    expect(status).toBe(200);
    expect(other.id).not.toBe(first.id);
    expect(await reported(base, `GET /v1/videos/${other.id}`)).toEqual([
      200,
      expect.objectContaining({ id: other.id }),
    ]);
  });
});

it.each([
  'DELETE /v1/videos/ID',
  'PUT /v1/videos/ID/cancel',
  'POST /v1/videos/ID/cancel',
  'POST /v1/videos/ID:cancel',
])('[mock.cassettes.verdict] a cancel by %s is none of the status reads', async (cancel) => {
  const known = 'video_100001';
  const job = { id: known, status: 'processing' };
  const folder = await cassetteOf([
    ['POST /v1/videos', job],
    [`GET /v1/videos/${known}`, job],
    [cancel.replace('ID', known), { id: known, status: 'canceled' }],
  ]);
  const base = await replayOf(folder);
  const [, { id }] = (await reported(base, 'POST /v1/videos')) as [number, { id: string }];
  await reported(base, `GET /v1/videos/${id}`);
  await reported(base, cancel.replace('ID', id));
  const origin = new URL(base).origin;
  const of = async (route: string) => await (await fetch(`${origin}/_mock/${route}`)).json();
  const { entries } = (await of('journal')) as { entries: readonly { op: string }[] };
  expect(entries.map(({ op }) => op)).toEqual(['submit', 'status', 'cancel']);
  const { findings } = (await of('verdict')) as { findings: readonly unknown[] };
  expect(findings).toEqual([]);
});
