import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { replicate } from '../../../src/replicate/index.ts';
import { openEngine, sampleNow } from '../../support/open-engine.ts';
import {
  sampleAccount,
  sampleCorrelationId,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';

const task = 'gm3qorzdhgbfurvjtvhg6dckhu';
const [marked, unmarked] = ['bytedance/seedance-2.0', 'kwaivgi/kling-v2.6'];

type Item = Readonly<Record<string, JsonValue>>;

interface Look {
  readonly model?: string;
  readonly exclusive?: boolean;
  readonly owned?: readonly string[];
  /** The input in the read of one prediction; absent = as in the list. */
  readonly aside?: Item;
}

const prompt = 'A paper boat';

/** Searches a lost submission in a list of two predictions on each page. */
async function look(items: readonly Item[], { model = marked, owned = [], ...wish }: Look = {}) {
  const { client, transport } = openEngine(replicate.describe({}), ({ path }) => {
    const { searchParams, pathname } = new URL(path, 'https://endpoint.example');
    const [, id] = /predictions\/(.+)$/.exec(pathname) ?? [];
    const one = items.find((item) => item['id'] === id);
    if (id !== undefined)
      return {
        status: 200,
        body: { ...one, ...(wish.aside !== undefined && { input: wish.aside }) },
      };
    const from = Number(searchParams.get('cursor') ?? 0);
    const at = `https://api.replicate.com/v1/predictions?cursor=${from + 2}`;
    const next = from + 2 < items.length ? at : null;
    return { status: 200, body: { previous: null, next, results: items.slice(from, from + 2) } };
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
    isOwned: async ({ value }) => owned.some((id) => id === value),
    unanswered: async () => [],
    signal: new AbortController().signal,
  });
  return { outcome, paths: transport.calls.map(({ path }) => path) };
}

const seed = 307_748_238;
const input = {
  prompt,
  duration: 5,
  aspect_ratio: '16:9',
  resolution: '720p',
  generate_audio: false,
  image: 'https://replicate.delivery/pbxt/frame.png',
};
const created_at = new Date(sampleNow + 500).toISOString();
const ours = { id: task, model: marked, created_at, input: { ...input, seed } };
const strangers = { ...ours, id: 'theirs', input: { ...input, seed: 99 } };
const found = { kind: 'found', handle: { version: 1, value: task } };

describe('a lost Replicate submission', () => {
  it('[providers.replicate.finds] is the prediction that repeats its seed, however many others have its input', async () => {
    const { outcome } = await look([strangers, ours, { ...strangers, id: 'theirs-too' }]);
    expect(outcome).toEqual(found);
  });

  it('[providers.replicate.finds] is so, however the rest of its input is repeated', async () => {
    const repeated = { prompt: `${prompt} `, duration: '5', seed };
    expect((await look([{ ...ours, model: 'seedance', input: repeated }])).outcome).toEqual(found);
  });

  it('[providers.replicate.finds] is searched on every page of the list from before it was sent', async () => {
    const { outcome, paths } = await look([strangers, strangers, strangers, strangers, ours]);
    expect(outcome).toEqual(found);
    const after = encodeURIComponent(new Date(sampleNow - 600_000).toISOString());
    expect(paths).toEqual([
      `/predictions?created_after=${after}`,
      '/predictions?cursor=2',
      '/predictions?cursor=4',
      `/predictions/${task}`,
    ]);
  });

  it('[providers.replicate.finds] is read separately if the list has not its input', async () => {
    const bare = { ...ours, input: {} };
    expect((await look([bare], { aside: { ...input, seed } })).outcome).toEqual(found);
    const others = await look([bare], { aside: { ...input, seed: 99 } });
    expect(others.outcome).toMatchObject({ kind: 'transient' });
  });

  it('[providers.replicate.finds] is a person’s choice if its input was removed, even where the key is exclusive', async () => {
    const removed = { ...ours, input: {}, data_removed: true };
    for (const exclusive of [true, false])
      expect((await look([removed], { exclusive })).outcome).toMatchObject({
        kind: 'ambiguous',
        among: [{ id: task }],
      });
  });

  it('[providers.replicate.finds] is not one with another seed, and never counts as absent', async () => {
    expect((await look([strangers], { exclusive: true })).outcome).toMatchObject({
      kind: 'transient',
    });
    expect((await look([])).outcome).toMatchObject({ kind: 'transient' });
  });

  it('[providers.replicate.finds] is found by model and input alone, without a seed, only if the key is exclusive', async () => {
    const { resolution: _, ...rest } = input;
    const kling = { ...ours, model: unmarked, input: { ...rest, seed: 5 } };
    const others = [
      { ...kling, id: 'o1', model: marked },
      { ...kling, id: 'o2', input: { ...rest, prompt: 'Another boat' } },
      { ...kling, id: 'o3', input: { ...rest, duration: 10 } },
      { ...kling, id: 'o4', created_at: new Date(sampleNow - 3_600_000).toISOString() },
      { ...kling, id: 'mine' },
    ];
    const wish = { model: unmarked, owned: ['mine'] };
    const { outcome } = await look([...others, kling], { ...wish, exclusive: true });
    expect(outcome).toEqual(found);
    expect((await look([...others, kling], wish)).outcome).toMatchObject({
      kind: 'ambiguous',
      candidates: 1,
    });
    const twice = await look([kling, { ...kling, id: 'two' }], { ...wish, exclusive: true });
    expect(twice.outcome).toMatchObject({ kind: 'ambiguous', candidates: 2 });
    for (const unsaid of [
      { ...kling, model: null },
      { ...kling, input: { prompt } },
    ])
      expect((await look([unsaid], { ...wish, exclusive: true })).outcome).toMatchObject({
        kind: 'ambiguous',
      });
  });

  it.each([
    { results: [ours] },
    { next: '', results: [ours] },
    { next: 'https://api.replicate.com/v1/predictions', results: [ours] },
    { next: 7, results: [ours] },
    { next: null, results: null },
    { next: null, results: [{ ...ours, id: null }] },
    { next: null, results: [1] },
  ])('[providers.replicate.finds] %j is no list', (body) => {
    const { find } = replicate.describe({});
    const call = { path: '/', body: { kind: 'json', value: {} } } as const;
    const read =
      find?.kind === 'list' ? find.read({ status: 200, body }, call, { path: '/' }) : null;
    expect(read).toBeUndefined();
  });

  it('[providers.replicate.finds] has no seed in a prediction that does not exist, and an unknown one in an error', () => {
    const { find } = replicate.describe({});
    const mark = find?.kind === 'list' ? find.mark : undefined;
    const missing = { detail: 'The requested resource could not be found.', status: 404 };
    expect(mark?.in({ status: 404, body: missing })).toBeNull();
    expect(mark?.in({ status: 404, body: {} })).toBeUndefined();
    expect(mark?.in({ status: 500, body: missing })).toBeUndefined();
    expect(mark?.in({ status: 200, body: null })).toBeUndefined();
  });
});
