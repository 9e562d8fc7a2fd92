import { NotSent } from '@filmgate/upstream-http';
import { describe, expect, it, vi } from 'vitest';
import type { VideoModel } from '../../src/index.ts';
import { baseUrl, frame, openScripted, secret } from '../support/open-scripted.ts';

type Start = Awaited<ReturnType<NonNullable<VideoModel['doStart']>>>;
type Status = Awaited<ReturnType<NonNullable<VideoModel['doStatus']>>>;

const response = { timestamp: new Date(0), modelId: 'clip-1', headers: undefined };
const started = (operation: Start['operation'] = { id: 'clip-7' }): Start => ({
  operation,
  warnings: [],
  response,
});

/** A model that orders by `start`, and never ends a video. */
function orders(start: (options: object) => Promise<Start>): VideoModel {
  return {
    doStart: start,
    doStatus: async (): Promise<Status> => ({ status: 'pending', response }),
  };
}

const post = { method: 'POST', body: '{"prompt":"a boat"}' };
const url = `${baseUrl}/clips`;
const rejected = (kind: string, detail: RegExp) => ({
  kind: 'rejected',
  error: { kind, charge: 'not-charged', detail: expect.stringMatching(detail) },
});

describe('a start', () => {
  it('[aisdk.one-post][aisdk.handle] sends one request to the endpoint, and its operation is the handle', async () => {
    const { submit, left } = openScripted({
      makeModel: ({ fetch, model }) =>
        orders(async () => {
          const order = await fetch(url, post);
          return started({ of: model, said: await order.text() });
        }),
    });
    expect(await submit()).toEqual({
      kind: 'accepted',
      handle: {
        version: 1,
        value: { model: 'clip-1', operation: { of: 'clip-1', said: '{"id":"clip-7"}' } },
      },
    });
    expect(left.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/clips']);
  });

  it('[aisdk.secret] the login of the account replaces that of the model, which never has the secret', async () => {
    const seen: unknown[] = [];
    const { submit, left } = openScripted({
      makeModel: (call) => {
        seen.push(call);
        return orders(async (options) => {
          seen.push(options);
          await call.fetch(url, {
            ...post,
            headers: { Authorization: 'Bearer of-the-model', 'x-trace': '1' },
          });
          return started();
        });
      },
    });
    await submit();
    expect(left[0]?.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'x-trace': '1' });
    expect(JSON.stringify(seen)).not.toContain(secret);
  });

  it.each([
    [
      'its own retry',
      { status: 500, body: {} },
      { kind: 'unknown', detail: expect.stringContaining('a second request that orders') },
    ],
    [
      'an upload before it',
      { status: 200, body: { url: 'https://files.example/1' } },
      { kind: 'unknown', detail: expect.stringContaining('a second request that orders') },
    ],
    [
      'a retry after a refusal',
      { status: 429, body: { code: 'busy' } },
      rejected('rate_limited', /busy/),
    ],
  ])(
    '[aisdk.one-post] %s is a second request, which does not leave: the first response decides',
    async (_, first, outcome) => {
      const { submit, left } = openScripted({
        makeModel: ({ fetch }) =>
          orders(async () => {
            await fetch(url, post);
            await fetch(url, post);
            return started();
          }),
        respond: () => first,
      });
      expect(await submit()).toMatchObject(outcome);
      expect(left.length).toBe(1);
    },
  );

  it('[aisdk.one-post] a model that hides the refused second request has one order', async () => {
    const { submit, left } = openScripted({
      makeModel: ({ fetch }) =>
        orders(async () => {
          await Promise.allSettled([fetch(url, post), fetch(url, post), fetch(url, post)]);
          return started();
        }),
    });
    expect((await submit()).kind).toBe('accepted');
    expect(left.length).toBe(1);
  });

  it.each([
    ['another host', 'https://files.example/uploads', 'POST'],
    ['another scheme', 'http://api.clips.example/v1/clips', 'POST'],
    ['another host for a read', 'https://files.example/list', 'GET'],
    ['another method', url, 'PUT'],
  ])(
    '[aisdk.elsewhere] a request to %s does not leave, and the submission was not sent',
    async (_, to, method) => {
      const { submit, left } = openScripted({
        makeModel: ({ fetch }) =>
          orders(async () => {
            await fetch(to, method === 'GET' ? {} : { ...post, method });
            return started();
          }),
      });
      expect(await submit()).toMatchObject(rejected('internal', /^not sent: the model tried a /));
      expect(left.length).toBe(0);
    },
  );

  it('[aisdk.past] a model that sent nothing through the gateway may have sent it past: that is unknown', async () => {
    const silent = openScripted({ makeModel: () => orders(async () => started()) });
    const detail = expect.stringContaining('perhaps past it');
    expect(await silent.submit()).toMatchObject({ kind: 'unknown', detail });
    const failing = openScripted({
      makeModel: () => orders(() => Promise.reject(new TypeError(secret))),
    });
    const thrown = await failing.submit();
    expect(thrown).toMatchObject({ kind: 'unknown', detail });
    expect(JSON.stringify(thrown)).toContain('TypeError');
    expect(JSON.stringify(thrown)).not.toContain(secret);
  });

  it('[aisdk.past] a model that cannot be made, or has no start, sent nothing', async () => {
    const makes = [
      () => {
        throw new Error('no such model');
      },
      () => ({}),
    ];
    for (const makeModel of makes)
      expect(await openScripted({ makeModel }).submit()).toMatchObject(
        rejected('internal', /the model cannot be made/),
      );
  });

  it('[aisdk.late] after the deadline, and after the end of its call, nothing leaves', async () => {
    const asked = vi.fn<() => void>();
    const late = openScripted({
      makeModel: ({ fetch }) =>
        orders(async () => {
          asked();
          await fetch(url, post);
          return started();
        }),
    });
    expect(await late.submit({ leftMs: -1 })).toMatchObject(rejected('unavailable', /not sent/));
    expect([asked.mock.calls.length, late.left.length]).toEqual([0, 0]);

    const controller = new AbortController();
    const sentLater = Promise.withResolvers<unknown>();
    const slow = openScripted({
      makeModel: ({ fetch }) =>
        orders(async () => {
          controller.abort();
          await new Promise((resolve) => setImmediate(resolve));
          await fetch(url, post).catch((error: unknown) => sentLater.resolve(error));
          return started();
        }),
    });
    expect((await slow.submit({ signal: controller.signal })).kind).toBe('unknown');
    expect(await sentLater.promise).toMatchObject({ name: 'NotLetThrough' });
    expect(slow.left.length).toBe(0);
  });

  it('[aisdk.late] without a connection the submission was not sent, whatever the model makes of it', async () => {
    const { submit } = openScripted({
      makeModel: ({ fetch }) =>
        orders(async () => {
          await fetch(url, post).catch(() => undefined);
          return started();
        }),
      respond: () => {
        throw new NotSent('no connection');
      },
    });
    expect(await submit()).toMatchObject(rejected('unavailable', /not sent/));
  });

  it.each([
    ['a 500', { status: 500, body: { code: 'internal' } }],
    ['an unlisted refusal', { status: 400, body: { code: 'strange' } }],
    ['a success without an operation', { status: 200, body: { id: 'clip-7' } }],
    ['a page', { status: 200, body: '<html>' }],
    [
      'a body that pretends to be the model',
      { status: 200, body: { $model: { model: 'clip-1', operation: 1 } } },
    ],
  ])('[aisdk.refusals] %s leaves the outcome unknown', async (_, reply) => {
    const { submit } = openScripted({
      makeModel: ({ fetch }) =>
        orders(async () => {
          await fetch(url, post);
          throw new Error('the model does not like it');
        }),
      respond: () => reply,
    });
    expect(await submit()).toMatchObject({
      kind: 'unknown',
      detail: expect.stringContaining(`${reply.status}`),
    });
  });

  it('[aisdk.refusals] an operation does not count in an unsuccessful response', async () => {
    const { submit } = openScripted({
      makeModel: ({ fetch }) =>
        orders(async () => {
          await fetch(url, post);
          return started();
        }),
      respond: () => ({ status: 503, body: {} }),
    });
    expect((await submit()).kind).toBe('unknown');
  });

  it('[aisdk.saved] is called with the saved data alone: the same submission is the same request', async () => {
    const seen: string[] = [];
    const { submit } = openScripted({
      makeModel: ({ fetch }) =>
        orders(async ({ ...options }) => {
          seen.push(JSON.stringify(options));
          await fetch(url, post);
          return started();
        }),
    });
    await submit({ request: { references: [frame] } });
    await submit({ request: { references: [frame] } });
    expect(new Set(seen).size).toBe(1);
    expect(JSON.parse(seen[0] ?? '')).toMatchObject({
      prompt: 'a boat',
      n: 1,
      aspectRatio: '16:9',
      duration: 5,
      generateAudio: false,
      image: { type: 'file', mediaType: 'image/png', data: 'AQID' },
      providerOptions: { clips: { resolution: '480p' } },
    });
  });
});
