import type { JsonValue, UpstreamAccount, UpstreamClient, UpstreamHandle } from '@filmgate/core';
import { createHttpTransport, createTaskProvider, type OpenUrl } from '@filmgate/upstream-http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type DescribedProvider,
  describedProviders,
} from '../../support/personalities/described-providers.ts';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import { sampleRequest } from '../../support/sample-request.ts';

let server: PersonalityServer;
let videos = 0;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await openPersonalityServer();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(() => server.close());

const { signal } = new AbortController();

/** Replaces the guarded fetch, which has its own tests. */
const openUrl: OpenUrl = async (url) => {
  const response = await fetch(url);
  if (!response.ok || response.body === null)
    return { kind: 'refused', message: `${response.status}` };
  const length = Number(response.headers.get('content-length'));
  return { kind: 'opened', body: response.body, length, contentType: null };
};

function open({ description, base }: DescribedProvider): UpstreamClient {
  const baseUrl = server.url + base;
  const transport = createHttpTransport(baseUrl);
  closers.push(() => transport.close());
  const endpoint = { id: 'place-1', baseUrl, resultHosts: [], isConfigured: true };
  return createTaskProvider(description, { endpoint, transport, openUrl, now: () => server.now() });
}

/** Prepares, saves as a store would, and submits; the ledger is queried for this submission only. */
async function submit(setting: DescribedProvider, tokens: string) {
  videos += 1;
  const client = open(setting);
  const account: UpstreamAccount = { id: 'account-1', label: 'studio', secret: setting.secret };
  const correlationId = `vt_described${videos}.1`;
  const contains = `described ${videos} `;
  const request = sampleRequest({
    ...setting.request,
    prompt: `${contains}[[mock:queue=0s,run=0s,${tokens}]]`.replace(',]]', ']]'),
  });
  const route = { endpoint: 'place-1', model: setting.model, rank: 1 };
  expect(client.accepts({ route, request }).kind).toBe('accepted');
  const prepared = client.prepare({ request, route, account, correlationId, noticeUrl: null });
  const submission = { ...prepared, value: jsonCopy(prepared.value) };
  const outcome = await client.submit({
    account,
    submission,
    correlationId,
    deadlineAt: server.now() + 60_000,
    readAsset: () => Promise.reject(new Error('there are no assets')),
    signal,
  });
  const isList = setting.isUnmarked ?? client.capabilities().findsBy === 'list';
  const find = async (owned: readonly UpstreamHandle[] = [], exclusive = isList) =>
    await client.reconcile?.({
      account,
      exclusive,
      submission,
      correlationId,
      sentBetween: { from: server.now() - 2_000, to: server.now() + 2_000 },
      isOwned: async (handle) => owned.some(({ value }) => isSame(value, handle.value)),
      unanswered: async () => [],
      signal,
    });
  const poll = (handle: UpstreamHandle) => client.poll({ account, handle, signal });
  return { client, account, outcome, contains, find, poll };
}

function jsonCopy(value: JsonValue): JsonValue {
  const copy: JsonValue = JSON.parse(JSON.stringify(value));
  return copy;
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const lost = [
  'response=500',
  'response=garbled',
  'lost-response',
  'response=502',
  'response=unlisted-code',
  'response=error-in-200',
  'response=no-id',
];

describe.each(describedProviders)('$name', (setting) => {
  it('[providers.personalities.described] makes a video, paid once', async () => {
    const { client, account, outcome, contains, poll } = await submit(setting, '');
    if (outcome.kind !== 'accepted') throw new Error(`it is ${outcome.kind}`);
    const reported = await poll(outcome.handle);
    if (reported.kind !== 'succeeded') throw new Error(`it is ${reported.kind}`);
    const { handle } = outcome;
    const opened = await client.openResult({ account, handle, output: reported.output, signal });
    if (opened.kind !== 'opened') throw new Error(opened.detail);
    const pieces: Uint8Array[] = [];
    for await (const piece of opened.body) pieces.push(piece);
    const video = Buffer.concat(pieces);
    expect([video.length, video.toString('latin1', 4, 8)]).toEqual([opened.length, 'ftyp']);
    expect(await server.ledger(contains)).toMatchObject({
      accepted: 1,
      jobs: [{ model: setting.model, answered: true }],
    });
  });

  it.each(lost)(
    '[providers.personalities.described] %s: unknown, and found again if it can be searched, paid once',
    async (token) => {
      server.advance(3_600_000);
      const { outcome, contains, find } = await submit(setting, token);
      expect(outcome.kind).toBe('unknown');
      const found = await find();
      const isSearched = setting.description.find !== undefined;
      expect(found?.kind).toBe(isSearched ? 'found' : undefined);
      const { accepted, jobs } = await server.ledger(contains);
      expect(accepted).toBe(1);
      if (found?.kind === 'found') {
        expect(JSON.stringify(found.handle.value)).toContain(jobs[0]?.id);
        expect((await find([found.handle]))?.kind).not.toBe('found');
      }
    },
  );

  it.each(
    ['502', 'unlisted-code', 'error-in-200'].map((symptom) => `response=${symptom},accepted=no`),
  )(
    '[providers.personalities.described] %s: unknown although nothing was accepted',
    async (token) => {
      server.advance(3_600_000);
      const { outcome, contains, find } = await submit(setting, token);
      expect(outcome.kind).toBe('unknown');
      expect((await find())?.kind).not.toBe('found');
      expect(await server.ledger(contains)).toMatchObject({ accepted: 0 });
    },
  );

  it('[providers.port.uniqueness] an equal order of another on the same key is not taken for one that never arrived', async () => {
    server.advance(3_600_000);
    const { outcome, find } = await submit(setting, 'response=502,accepted=no');
    expect(outcome.kind).toBe('unknown');
    expect((await submit(setting, '')).outcome.kind).toBe('accepted');
    expect((await find([], false))?.kind).not.toBe('found');
  });

  it('[providers.personalities.described] takes for a refusal what a row of its table says, and nothing else', async () => {
    for (const { code, status } of setting.facts.errors) {
      const { outcome, contains } = await submit(setting, `refuse-code=${code}`);
      const isRow = setting.description.refusals.some(
        (row) =>
          row.status === status &&
          (row.code === null ||
            row.code === code ||
            (row.code.endsWith('*') && code.startsWith(row.code.slice(0, -1)))),
      );
      expect([code, outcome.kind]).toEqual([code, isRow ? 'rejected' : 'unknown']);
      expect(await server.ledger(contains)).toMatchObject({ accepted: 0 });
    }
  });

  it.each(['reads=401:1', 'reads=429:1', 'reads=500:1', 'reads=502:1', 'reads=error-in-200:1'])(
    '[providers.personalities.described] %s says nothing about the job',
    async (token) => {
      const { outcome, poll } = await submit(setting, token);
      if (outcome.kind !== 'accepted') throw new Error(`it is ${outcome.kind}`);
      expect((await poll(outcome.handle)).kind).toBe('transient');
      expect((await poll(outcome.handle)).kind).toBe('succeeded');
    },
  );

  it('[providers.personalities.described] reads a failure, and a state it does not know as none', async () => {
    const failed = await submit(setting, 'fail=policy');
    if (failed.outcome.kind !== 'accepted') throw new Error(`it is ${failed.outcome.kind}`);
    expect((await failed.poll(failed.outcome.handle)).kind).toBe('failed');
    const strange = await submit(setting, 'run=1s,unknown-state');
    if (strange.outcome.kind !== 'accepted') throw new Error(`it is ${strange.outcome.kind}`);
    // An operation of Vertex is done or not, and has no word for it.
    const expected = setting.name === 'vertex' ? 'pending' : 'transient';
    expect((await strange.poll(strange.outcome.handle)).kind).toBe(expected);
  });

  it('[providers.personalities.described] looks at the account', async () => {
    const client = open(setting);
    const { secret } = setting;
    const account = { id: 'account-1', label: 'studio', secret };
    expect((await client.probe?.({ account, signal }))?.kind).toBe('ready');
    const expired = { ...account, secret: secret.replace(/key-\d/, 'expired-key') };
    expect((await client.probe?.({ account: expired, signal }))?.kind).toBe('login-required');
  });
});
