import { describe, expect, it } from 'vitest';
import type { VideoModel } from '../../src/index.ts';
import { baseUrl, openScripted, type Scripted, secret } from '../support/open-scripted.ts';

type Status = Awaited<ReturnType<NonNullable<VideoModel['doStatus']>>>;

const response = { timestamp: new Date(0), modelId: 'clip-1', headers: undefined };
const url = `${baseUrl}/clips/clip-7`;
const error = { status: 'error', error: `failed with ${secret}`, response } as const;
const video = (one: Extract<Status, { status: 'completed' }>['videos'][number]): Status => ({
  status: 'completed',
  videos: [one],
  warnings: [],
  response,
});
const link = video({ type: 'url', url: 'https://files.example/7.mp4', mediaType: 'video/mp4' });

/** Opens a model that reads once, and concludes `result`. */
function reading(
  result: Status | Error,
  reply: Scripted = { status: 200, body: {} },
  largest = 1_000_000,
) {
  return openScripted({
    makeModel: ({ fetch }) => ({
      doStart: () => Promise.reject(new Error('not here')),
      doStatus: async () => {
        await fetch(url);
        if (result instanceof Error) throw result;
        return result;
      },
    }),
    respond: () => reply,
    own: { largest },
  });
}

describe('a read', () => {
  it.each([
    ['failed', { status: 'failed' }],
    ['one level below', { task: { status: 'expired' } }],
  ])(
    '[aisdk.failed] fails a video that the provider’s own response calls so: %s',
    async (_, body) => {
      const { poll } = reading(error, { status: 200, body });
      expect(await poll()).toMatchObject({
        kind: 'failed',
        error: { kind: 'internal', charge: 'unknown', detail: 'failed with (withheld)' },
      });
    },
  );

  it.each([
    ['a 500', { status: 500, body: { status: 'failed' } }],
    ['a 404', { status: 404, body: { detail: 'unknown' } }],
    ['a 401', { status: 401, body: { error: 'no key' } }],
    ['a page', { status: 502, body: '<html>' }],
    ['a success of another state', { status: 200, body: { status: 'done' } }],
    [
      'two states that differ',
      { status: 200, body: { status: 'failed', task: { state: 'running' } } },
    ],
  ])(
    '[aisdk.failed] that the model calls an error says nothing of the video: %s',
    async (_, reply) => {
      expect((await reading(error, reply).poll()).kind).toBe('transient');
    },
  );

  it.each([
    ['a video', link, { status: 503, body: {} }],
    ['pending', { status: 'pending', response } as const, { status: 429, body: {} }],
    ['nothing, as it throws', new Error(secret), { status: 200, body: {} }],
    [
      'a video that it keeps',
      video({ type: 'uploaded', mediaType: 'video/mp4' }),
      { status: 200, body: {} },
    ],
  ])('[aisdk.failed] that ends in %s without its proof is read again', async (_, result, reply) => {
    const outcome = await reading(result, reply).poll();
    expect(outcome.kind).toBe('transient');
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  it('[aisdk.result] brings the link of a video, through the opener of results', async () => {
    const { poll, client } = reading(link);
    const outcome = await poll();
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind);
    const { signal } = new AbortController();
    const account = { id: 'account-1', label: 'studio', secret };
    const handle = { version: 1, value: { model: 'clip-1', operation: { id: 'clip-7' } } };
    expect(JSON.stringify(outcome)).not.toContain('files.example');
    expect(await client.openResult({ account, handle, output: outcome.output, signal })).toEqual({
      kind: 'unavailable',
      detail: 'opened https://files.example/7.mp4',
    });
  });

  it.each([
    ['base64', video({ type: 'base64', data: 'AQID', mediaType: 'video/mp4' })],
    ['binary', video({ type: 'binary', data: new Uint8Array([1, 2, 3]), mediaType: 'video/mp4' })],
  ])('[aisdk.result] brings the bytes of a video, as %s', async (_, result) => {
    const { poll, client } = reading(result);
    const outcome = await poll();
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind);
    const account = { id: 'account-1', label: 'studio', secret };
    const handle = { version: 1, value: { model: 'clip-1', operation: { id: 'clip-7' } } };
    const { signal } = new AbortController();
    const opened = await client.openResult({ account, handle, output: outcome.output, signal });
    if (opened.kind !== 'opened') throw new Error(opened.kind);
    const pieces: Uint8Array[] = [];
    for await (const piece of opened.body) pieces.push(piece);
    expect([...Buffer.concat(pieces)]).toEqual([1, 2, 3]);
  });

  it('[aisdk.result] brings a video that is most of a large response', async () => {
    const data = Buffer.alloc(1_500_000, 7).toString('base64');
    const result = video({ type: 'base64', data, mediaType: 'video/mp4' });
    expect(
      (await reading(result, { status: 200, body: { data } }, data.length + 20).poll()).kind,
    ).toBe('succeeded');
    expect((await reading(result, { status: 200, body: { data } }, 1_500_000).poll()).kind).toBe(
      'transient',
    );
  });

  it('[aisdk.warnings] what the model said it had not sent is in the trail', async () => {
    expect(await reading(link).poll(['duration', 'seed'])).toMatchObject({
      kind: 'succeeded',
      effective: { ignored: ['duration', 'seed'] },
    });
  });

  it.each(['POST', 'PUT', 'DELETE'])(
    '[aisdk.reads] sends no %s, and no more than eight reads',
    async (method) => {
      const { poll, left } = openScripted({
        makeModel: ({ fetch }) => ({
          doStart: () => Promise.reject(new Error('not here')),
          doStatus: async () => {
            await fetch(url, { method }).catch(() => undefined);
            for (let read = 0; read < 20; read += 1) await fetch(url);
            return link;
          },
        }),
      });
      expect((await poll()).kind).toBe('transient');
      expect(left.map((call) => call.method)).toEqual(Array.from({ length: 8 }, () => 'GET'));
    },
  );

  it('[aisdk.reads] a read that sent nothing through the gateway is a failed one', async () => {
    const { poll } = openScripted({
      makeModel: () => ({
        doStart: () => Promise.reject(new Error('not here')),
        doStatus: async () => link,
      }),
    });
    await expect(poll()).rejects.toThrow('read nothing');
  });
});
