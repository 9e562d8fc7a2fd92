import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { fal } from '../../../src/fal/index.ts';
import { openEngine, sampleNow } from '../../support/open-engine.ts';
import {
  sampleAccount,
  sampleCorrelationId,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';

const marked = 'bytedance/seedance-2.0/image-to-video';
const unmarked = 'fal-ai/kling-video/v3/pro/image-to-video';
const prompt = 'A paper boat';

type Item = Readonly<Record<string, JsonValue>>;

interface Look {
  readonly model?: string;
  readonly exclusive?: boolean;
  readonly owned?: readonly string[];
}

/** Searches a lost submission in a history of two requests on each page. */
async function look(items: readonly Item[], { model = marked, owned = [], ...wish }: Look = {}) {
  const { client, transport } = openEngine(fal.describe({}), ({ path, origin }) => {
    const { searchParams, pathname } = new URL(path, 'https://endpoint.example');
    if (origin !== 'platform' || !pathname.endsWith('/by-endpoint'))
      return { status: 200, body: { status: 'COMPLETED' } };
    const from = Number(searchParams.get('cursor') ?? 0);
    const has_more = from + 2 < items.length;
    const next_cursor = has_more ? String(from + 2) : null;
    return { status: 200, body: { items: items.slice(from, from + 2), next_cursor, has_more } };
  });
  const submission = client.prepare({
    request: sampleRequest({
      prompt,
      resolution: model === marked ? '720p' : '1080p',
      references: [sampleReference('first_frame')],
    }),
    route: sampleRoute({ model }),
    account: sampleAccount,
    correlationId: sampleCorrelationId,
    noticeUrl: null,
  });
  const outcome = await client.reconcile?.({
    account: sampleAccount,
    submission,
    correlationId: sampleCorrelationId,
    exclusive: wish.exclusive ?? false,
    sentBetween: { from: sampleNow, to: sampleNow + 1_000 },
    isOwned: async ({ value }) => owned.some((id) => JSON.stringify(value).includes(id)),
    unanswered: async () => [],
    signal: new AbortController().signal,
  });
  return { outcome, calls: transport.calls.map(({ path, origin }) => [origin, path]) };
}

const input = {
  prompt,
  duration: '5',
  resolution: '720p',
  generate_audio: false,
  image_url: 'https://v3.fal.media/files/frame.png',
};
const seed = 307_748_238;
const ours = {
  request_id: 'r-ours',
  endpoint_id: marked,
  sent_at: new Date(sampleNow + 500).toISOString(),
  ended_at: new Date(sampleNow + 60_000).toISOString(),
  status_code: 200,
  json_input: { ...input, seed },
};
const strangers = { ...ours, request_id: 'r-theirs', json_input: { ...input, seed: 99 } };
const found = {
  kind: 'found',
  handle: { version: 1, value: { app: 'bytedance/seedance-2.0', id: 'r-ours' } },
};

describe('a lost fal submission', () => {
  it('[providers.fal.finds] is the finished request that repeats its seed, however many others have its input', async () => {
    const { outcome } = await look([strangers, ours, { ...strangers, request_id: 'r-too' }]);
    expect(outcome).toEqual(found);
  });

  it('[providers.fal.finds] is so, however the rest of its input is repeated, and whether it failed or not', async () => {
    const repeated = { prompt: `${prompt} `, duration: 5, seed };
    const failed = { ...ours, status_code: 422, json_input: repeated };
    expect((await look([failed])).outcome).toEqual(found);
  });

  it('[providers.fal.finds] is so if the history repeats the images of a page, too', async () => {
    const image_url = `data:image/png;base64,${'A'.repeat(1_400_000)}`;
    const items = [strangers, ours].map((item) => ({
      ...item,
      json_input: { ...item.json_input, image_url },
    }));
    expect((await look(items)).outcome).toEqual(found);
  });

  it('[providers.fal.finds] is searched on every page of its endpoint’s history from before it was sent', async () => {
    const { outcome, calls } = await look([strangers, strangers, strangers, strangers, ours]);
    expect(outcome).toEqual(found);
    const after = encodeURIComponent(new Date(sampleNow - 600_000).toISOString());
    const query = `endpoint_id=${encodeURIComponent(marked)}&start=${after}&expand=payloads&limit=20`;
    const path = `/v1/models/requests/by-endpoint?${query}`;
    expect(calls).toEqual([
      ['platform', path],
      ['platform', `${path}&cursor=2`],
      ['platform', `${path}&cursor=4`],
    ]);
  });

  it('[providers.fal.finds] is a person’s choice if its input was removed, even where the key is exclusive', async () => {
    const { json_input: _, ...bare } = ours;
    for (const exclusive of [true, false])
      for (const json_input of [undefined, null, 'removed'])
        expect(
          (await look([json_input === undefined ? bare : { ...bare, json_input }], { exclusive }))
            .outcome,
        ).toMatchObject({ kind: 'ambiguous', among: [{ id: 'r-ours' }] });
  });

  it('[providers.fal.finds] is not one with another seed, of another endpoint or of another time, and never counts as absent', async () => {
    const others = [
      strangers,
      { ...ours, endpoint_id: 'bytedance/seedance-2.0/text-to-video' },
      { ...ours, sent_at: new Date(sampleNow - 3_600_000).toISOString() },
    ];
    for (const items of [others, []])
      expect((await look(items, { exclusive: true })).outcome).toMatchObject({
        kind: 'transient',
      });
  });

  it('[providers.fal.finds] is found by its input alone, without a seed, only if the key is exclusive', async () => {
    const { resolution: _, image_url, ...rest } = input;
    const json_input = { ...rest, start_image_url: image_url };
    const kling = { ...ours, endpoint_id: unmarked, json_input };
    const others = [
      { ...kling, request_id: 'o1', endpoint_id: marked },
      { ...kling, request_id: 'o2', json_input: { ...json_input, prompt: 'Another boat' } },
      { ...kling, request_id: 'o3', json_input: { ...json_input, duration: '10' } },
      { ...kling, request_id: 'mine' },
    ];
    const wish = { model: unmarked, owned: ['mine'] };
    const { outcome } = await look([...others, kling], { ...wish, exclusive: true });
    const value = { app: 'fal-ai/kling-video', id: 'r-ours' };
    expect(outcome).toEqual({ kind: 'found', handle: { version: 1, value } });
    expect((await look([...others, kling], wish)).outcome).toMatchObject({
      kind: 'ambiguous',
      candidates: 1,
    });
    const twice = await look([kling, { ...kling, request_id: 'two' }], {
      ...wish,
      exclusive: true,
    });
    expect(twice.outcome).toMatchObject({ kind: 'ambiguous', candidates: 2 });
  });

  it.each([
    { items: [ours] },
    { items: [ours], has_more: true, next_cursor: null },
    { items: [ours], has_more: 'no' },
    { items: null, has_more: false },
    { items: [{ ...ours, request_id: null }], has_more: false },
    { items: [1], has_more: false },
    { error: { type: 'validation_error', message: 'm' } },
  ])('[providers.fal.finds] %j is no history', (body) => {
    const { find } = fal.describe({});
    const call = { path: `/${marked}`, body: { kind: 'json', value: {} } } as const;
    const read =
      find?.kind === 'list' ? find.read({ status: 200, body }, call, { path: '/' }) : null;
    expect(read).toBeUndefined();
  });
});
