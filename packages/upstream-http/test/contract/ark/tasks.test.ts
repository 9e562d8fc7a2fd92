import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { ark } from '../../../src/ark/index.ts';
import { openEngine, sampleNow } from '../../support/open-engine.ts';
import {
  sampleAccount,
  sampleCorrelationId,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';
const { poll, readAcceptance, probe } = ark.describe({});
const task = 'cgt-2026';
const url = 'https://ark-content-generation-ap-southeast-1.tos-ap-southeast-1.volces.com/film.mp4';
const model = 'dreamina-seedance-2-0-260128';
const ended = 1_765_510_559;

function one(fields: { readonly [field: string]: JsonValue }) {
  return { status: 200, body: { id: task, model, status: 'queued', updated_at: ended, ...fields } };
}

describe('a read of a ModelArk task', () => {
  it('[providers.ark.reads] asks for the task by its id', () => {
    expect(poll.request('cgt-1/x')).toEqual({ path: '/contents/generations/tasks/cgt-1%2Fx' });
  });

  it.each(['queued', 'running'])('[providers.ark.reads] %s is pending', (status) => {
    expect(poll.read(one({ status }), task)).toEqual({ kind: 'pending', progress: null });
  });

  it('[providers.ark.reads] succeeded names the video, a day, and its tokens', () => {
    const usage = { completion_tokens: 108_900, total_tokens: 108_900 };
    const said = one({ status: 'succeeded', content: { video_url: url }, usage });
    expect(poll.read(said, task)).toEqual({
      kind: 'succeeded',
      output: { kind: 'foreign', at: url, keptUntil: (ended + 86_400) * 1_000 },
      usage: { unit: 'tokens', amount: 108_900, figures: usage },
    });
    const bare = poll.read(one({ status: 'succeeded', content: { video_url: url } }), task);
    expect(bare).not.toHaveProperty('usage');
    expect(bare).not.toHaveProperty('effective');
  });

  it('[providers.trail.figures] succeeded names the video’s parameters', () => {
    const made = { resolution: '720p', ratio: '16:9', duration: 5, framespersecond: 24, seed: 7 };
    const said = one({ status: 'succeeded', content: { video_url: url }, ...made });
    expect(poll.read(said, task)).toMatchObject({ kind: 'succeeded', effective: made });
  });

  it.each([
    ['OutputVideoSensitiveContentDetected', 'policy'],
    ['InputImageSensitiveContentDetected.PrivacyInformation', 'policy'],
    ['InvalidParameter.TaskTypeConstraint', 'invalid'],
    ['MissingParameter', 'invalid'],
    ['InternalServiceError', 'internal'],
    ['Something', 'internal'],
  ])(
    '[providers.ark.reads] failed with %s, inside a response with 200, is %s and not charged',
    (code, kind) => {
      const said = one({ status: 'failed', error: { code, message: 'why' } });
      const error = { kind, charge: 'not-charged', detail: `${code}: why` };
      expect(poll.read(said, task)).toEqual({ kind: 'failed', error });
    },
  );

  it.each(['expired', 'cancelled'])(
    '[providers.ark.reads] %s failed, and is not charged',
    (status) => {
      const error = { kind: 'internal', charge: 'not-charged', detail: `task ${status}` };
      expect(poll.read(one({ status }), task)).toEqual({ kind: 'failed', error });
    },
  );

  it('[providers.money.failed-bill] failed keeps the tokens that it counts', () => {
    const usage = { completion_tokens: 50_638, total_tokens: 50_638 };
    const said = one({ status: 'failed', error: { code: 'InternalServiceError' }, usage });
    expect(poll.read(said, task)).toMatchObject({
      kind: 'failed',
      usage: { unit: 'tokens', amount: 50_638, figures: usage },
    });
  });

  it('[wire.own-words] another spelling of the id is reported, and read', () => {
    const said = one({ id: 'cgt-other', status: 'running' });
    const namedAs = 'cgt-other';
    expect(poll.read(said, task)).toEqual({ kind: 'pending', progress: null, namedAs });
  });

  it('[providers.ark.reads] 404 in its own form states that the task does not exist', () => {
    const body = { error: { code: 'ResourceNotFound', message: 'm' } };
    expect(poll.read({ status: 404, body }, task)).toEqual({ kind: 'lost' });
  });

  it.each([
    one({ status: 'succeeded' }),
    one({ status: 'succeeded', content: { video_url: '' } }),
    one({ status: 'succeeded', content: null }),
    one({ status: 'paused' }),
    one({ status: null }),
    one({ id: null, status: 'failed' }),
    { status: 404, body: {} },
    { status: 404, body: { error: { code: 'AccessDenied', message: 'm' } } },
    { status: 401, body: { error: { code: 'AuthenticationError', message: 'm' } } },
    { status: 500, body: { error: { code: 'InternalServiceError', message: 'm' } } },
    { status: 200, body: [] },
  ])('[providers.ark.reads] %j says nothing of the task', (said) => {
    expect(poll.read(said, task)).toMatchObject({ kind: 'unclear' });
  });

  it.each([
    [{ id: task }, task],
    [{ id: '' }, undefined],
    [{ id: 4 }, '4'],
    [{ id: 0.5 }, undefined],
    [{}, undefined],
    [{ id: task, error: { code: 'InternalServiceError', message: 'm' } }, task],
    [null, undefined],
  ])('[providers.ark.reads] of an answer that went well, %j names %j', (body, named) => {
    const call = { path: '/', body: { kind: 'json', value: {} } } as const;
    expect(readAcceptance({ status: 200, body }, call)).toBe(named);
  });

  it.each([
    [200, { total: 0, items: [] }, 'ready'],
    [200, { total: 0, items: null }, 'ready'],
    [401, { error: { code: 'AuthenticationError', message: 'm' } }, 'login-required'],
    [403, { error: { code: 'AccountOverdueError', message: 'm' } }, 'unreadable'],
    [200, {}, 'unreadable'],
  ])('[providers.ark.reads] of a look at the account, %d with %j is %s', (status, body, kind) => {
    expect(probe?.read({ status, body }).kind).toBe(kind);
  });
});

type ListedItem = Readonly<Record<string, JsonValue>>;

interface Look {
  readonly owned?: readonly string[];
  readonly exclusive?: boolean;
  /** Facts in the read of one task, beside those in the list. */
  readonly aside?: ListedItem;
}

/** Searches a submission in lists that the endpoint shows page by page. */
async function look(
  items: readonly ListedItem[],
  { owned = [], exclusive = false, aside = {} }: Look = {},
) {
  const { client, transport } = openEngine(ark.describe({}), ({ path }) => {
    const { searchParams, pathname } = new URL(path, 'https://endpoint.example');
    const [, id] = /tasks\/(.+)$/.exec(pathname) ?? [];
    if (id !== undefined)
      return { status: 200, body: { ...items.find((item) => item['id'] === id), ...aside } };
    const number = Number(searchParams.get('page_num'));
    const size = Number(searchParams.get('page_size'));
    const page = items.slice((number - 1) * size, number * size);
    return { status: 200, body: { total: items.length, items: page } };
  });
  const submission = client.prepare({
    request: sampleRequest({ references: [sampleReference('first_frame')] }),
    route: sampleRoute({ model }),
    account: sampleAccount,
    correlationId: sampleCorrelationId,
    noticeUrl: null,
  });
  const outcome = await client.reconcile?.({
    account: sampleAccount,
    submission,
    correlationId: sampleCorrelationId,
    exclusive,
    sentBetween: { from: sampleNow, to: sampleNow + 1_000 },
    isOwned: async ({ value }) => owned.some((id) => id === value),
    unanswered: async () => [],
    signal: new AbortController().signal,
  });
  return { outcome, reads: transport.calls.length };
}

describe('a lost ModelArk submission', () => {
  const ours = {
    id: task,
    model,
    status: 'running',
    resolution: '720p',
    ratio: '16:9',
    duration: 5,
    generate_audio: false,
    created_at: sampleNow / 1_000,
  };
  const marked = { ...ours, execution_expires_after: 214_197 };
  const strangers = { ...ours, id: 'theirs', execution_expires_after: 172_800 };
  const others = [
    { ...ours, id: 'o1', model: 'dreamina-seedance-2-5-260628' },
    { ...ours, id: 'o2', resolution: '480p' },
    { ...ours, id: 'o3', ratio: '1:1' },
    { ...ours, id: 'o4', duration: 6 },
    { ...ours, id: 'o5', generate_audio: true },
    { ...ours, id: 'o6', created_at: ours.created_at - 3_600 },
  ];
  const found = { kind: 'found', handle: { version: 1, value: task } };

  it('[providers.ark.finds] is the task that carries its mark, however many others have its parameters', async () => {
    const { outcome } = await look([strangers, marked, { ...strangers, id: 'theirs-too' }]);
    expect(outcome).toEqual(found);
  });

  it('[providers.ark.finds] is read separately if the list does not contain its mark', async () => {
    const aside = { execution_expires_after: 214_197 };
    expect((await look([...others, ours], { aside })).outcome).toEqual(found);
  });

  it('[providers.ark.finds] is not the only task of its parameters where another made it', async () => {
    expect((await look([strangers])).outcome).toMatchObject({ kind: 'transient' });
    const aside = { execution_expires_after: 172_800 };
    expect((await look([ours], { aside })).outcome).toMatchObject({ kind: 'transient' });
  });

  it('[providers.ark.finds] is a person’s choice if no task has a mark, and others may use the key', async () => {
    const { outcome } = await look([ours]);
    expect(outcome).toMatchObject({ kind: 'ambiguous', candidates: 1, among: [{ id: task }] });
  });

  it('[providers.ark.finds] is the only task of its parameters where the key is exclusive', async () => {
    const exclusive = true;
    expect((await look([...others, ours], { exclusive })).outcome).toEqual(found);
    const mine = { ...ours, id: 'mine' };
    const beside = { exclusive, owned: ['mine'] };
    expect((await look([...others, ours, mine], beside)).outcome).toEqual(found);
  });

  it('[providers.ark.finds] beside a second one, or one of which too little is said, is for a person to rule', async () => {
    const { ratio: _, ...unsaid } = ours;
    const [ambiguous, exclusive] = [{ kind: 'ambiguous' }, true];
    const outcomeOf = async (...items: ListedItem[]) => (await look(items, { exclusive })).outcome;
    expect(await outcomeOf(ours, { ...ours, id: 'two' })).toMatchObject(ambiguous);
    expect(await outcomeOf(unsaid)).toMatchObject(ambiguous);
    expect(await outcomeOf({ ...ours, created_at: null })).toMatchObject(ambiguous);
  });

  it('[providers.ark.finds] never counts as absent', async () => {
    expect((await look([])).outcome).toMatchObject({ kind: 'transient' });
    expect((await look(others)).outcome).toMatchObject({ kind: 'transient' });
    expect((await look([{ status: 'running' }])).outcome).toMatchObject({ kind: 'transient' });
  });

  it('[providers.ark.finds] is looked for on every page', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({
      ...ours,
      id: `m${index}`,
      duration: 9,
    }));
    const { outcome, reads } = await look([...many, marked]);
    expect(outcome).toEqual(found);
    // Three pages, and the one candidate.
    expect(reads).toBe(4);
  });
});
