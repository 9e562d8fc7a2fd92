import type { UpstreamClient } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createTaskProvider } from '../../src/engine/create-task-provider.ts';
import type { OpenUrl, OpenUrlCall } from '../../src/engine/open-output.ts';
import type { Endpoint } from '../../src/engine/endpoint.ts';
import { openEngine, sampleNow } from '../support/open-engine.ts';
import { reelDescription } from '../support/reel/reel-description.ts';
import {
  sampleAccount,
  sampleCorrelationId,
  sampleRequest,
  sampleRoute,
} from '../support/sample-request.ts';
import {
  PlainText,
  type ScriptedResponse,
  ScriptedTransport,
} from '../support/scripted-transport.ts';

const account = sampleAccount;
const { signal } = new AbortController();
const handle = { version: 1, value: { video: 'f-1' } };

describe('[providers.engine.paced-reads] the turns of polls', () => {
  const work = (name: string, of = account.id) => ({
    account: of,
    handle: { version: 1, value: { video: name } },
    now: sampleNow,
  });

  it('are paused for all work of an account when one read is refused, and for no other account', async () => {
    const { client } = openEngine(reelDescription(), () => ({
      status: 429,
      body: {},
      given: { retryAfter: '7' },
    }));
    expect(client.turnToPoll?.(work('f-1'))).toBe(sampleNow);
    await client.poll({ account, handle, signal });
    expect(client.turnToPoll?.(work('f-2'))).toBeGreaterThanOrEqual(sampleNow + 7_000);
    expect(client.turnToPoll?.(work('f-2', 'another'))).toBe(sampleNow);
  });

  it('follow each other at twenty a second, and each work keeps its own', () => {
    const { client } = openEngine(reelDescription(), () => ({ status: 200, body: {} }));
    const turns = Array.from({ length: 41 }, (_, n) => client.turnToPoll?.(work(`f-${n}`)) ?? 0);
    expect((turns.at(-1) ?? 0) - sampleNow).toBe(2_000);
    expect(client.turnToPoll?.(work('f-30'))).toBe(turns[30]);
  });
});

describe('[providers.engine.paced-reads] a description with another number of polls', () => {
  const { timing } = reelDescription();
  const clientOf = (pollsPerSecond: number | null) =>
    openEngine({ ...reelDescription(), timing: { ...timing, pollsPerSecond } }, () => ({
      status: 200,
      body: {},
    })).client;

  it('gives them that number of turns in a second, or none at all', () => {
    const turnsOf = (client: UpstreamClient) =>
      ['a', 'b', 'c'].map((name) =>
        client.turnToPoll?.({
          account: 'one',
          handle: { version: 1, value: name },
          now: sampleNow,
        }),
      );
    expect(turnsOf(clientOf(100))).toEqual([sampleNow, sampleNow + 10, sampleNow + 20]);
    expect(turnsOf(clientOf(null))).toEqual([sampleNow, sampleNow, sampleNow]);
    expect(clientOf(100).capabilities()).not.toHaveProperty('pollsPerSecond');
  });
});

describe('a read of a task', () => {
  it.each<[string, ScriptedResponse, object]>([
    [
      'at work',
      {
        status: 200,
        body: { video: 'f-1', state: 'turning', percent: 40 },
        given: { retryAfter: '7' },
      },
      { kind: 'pending', progress: 40, retryAfterMs: 7_000 },
    ],
    [
      'of impossible progress',
      { status: 200, body: { video: 'f-1', state: 'turning', percent: 400 } },
      { kind: 'pending', progress: null },
    ],
    [
      'finished',
      { status: 200, body: { video: 'f-1', state: 'done', at: '/films/f-1/file', where: 'own' } },
      {
        kind: 'succeeded',
        output: { mediaType: 'video', value: { kind: 'own', at: '/films/f-1/file' } },
      },
    ],
    [
      'failed',
      { status: 200, body: { video: 'f-1', state: 'torn', why: 'see https://a.example/b?c=d' } },
      {
        kind: 'failed',
        error: { kind: 'internal', scope: 'request', detail: 'see https://a.example/…' },
      },
    ],
    ['not there', { status: 404, body: { fault: 'no-film', words: '' } }, { kind: 'lost' }],
    [
      'not there, says a proxy',
      { status: 404, body: new PlainText('<html>') },
      { kind: 'transient' },
    ],
    [
      'in an unknown state',
      { status: 200, body: { video: 'f-1', state: 'dreaming' } },
      { kind: 'transient' },
    ],
    [
      'under another name',
      { status: 200, body: { video: 'f-2', state: 'turning', percent: 1 } },
      {
        kind: 'pending',
        progress: 1,
        unread: ['id'],
        namedAs: { version: 1, value: { video: 'f-2' } },
      },
    ],
    [
      'that failed',
      { status: 502, body: {}, given: { retryAfter: '3' } },
      { kind: 'transient', retryAfterMs: 3_000 },
    ],
  ])('[wire.own-words] %s', async (_name, response, outcome) => {
    const { client, transport } = openEngine(reelDescription(), () => response);
    expect(await client.poll({ account, handle, signal })).toMatchObject(outcome);
    expect(transport.calls.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/films/f-1'],
    ]);
  });

  it('of a handle of another version is refused', async () => {
    const { client } = openEngine(reelDescription(), () => ({ status: 500, body: {} }));
    const other = { ...handle, version: 2 };
    await expect(client.poll({ account, handle: other, signal })).rejects.toThrow(
      'another version',
    );
  });
});

describe('a probe', () => {
  it.each<[ScriptedResponse, object]>([
    [
      { status: 200, body: { units: 7 } },
      { kind: 'ready', credits: 7 },
    ],
    [{ status: 401, body: {} }, { kind: 'login-required' }],
    [{ status: 401, body: new PlainText('<html>') }, { kind: 'unreadable' }],
    [{ status: 500, body: {} }, { kind: 'unreadable' }],
  ])('answered %j', async (response, outcome) => {
    const { client } = openEngine(reelDescription(), () => response);
    expect(await client.probe?.({ account, signal })).toMatchObject(outcome);
  });
});

describe('a search', () => {
  type Search = Parameters<NonNullable<UpstreamClient['reconcile']>>[0];

  async function search(
    find: Parameters<typeof reelDescription>[0],
    reply: (path: string) => ScriptedResponse,
    change: Partial<Search> = {},
  ) {
    const { client } = openEngine(reelDescription(find), ({ path }) => reply(path));
    const submission = client.prepare({
      request: sampleRequest({ prompt: 'a boat' }),
      route: sampleRoute(),
      account,
      correlationId: sampleCorrelationId,
      noticeUrl: null,
    });
    return await client.reconcile?.({
      account,
      signal,
      submission,
      correlationId: sampleCorrelationId,
      exclusive: true,
      sentBetween: { from: sampleNow - 61_000, to: sampleNow - 60_001 },
      isOwned: async () => false,
      unanswered: async () => [],
      ...change,
    });
  }

  const named =
    (...ids: readonly string[]) =>
    () => ({
      status: 200,
      body: { videos: ids.map((video) => ({ video })) },
    });
  const found = { kind: 'found', handle };

  it.each<[string, ScriptedResponse, object]>([
    ['it', named('f-1')(), found],
    ['it twice', named('f-1', 'f-1')(), found],
    ['two', named('f-1', 'f-2')(), { kind: 'ambiguous', candidates: 2 }],
    ['nothing', named()(), { kind: 'transient' }],
    ['that it is not offered', { status: 501, body: {} }, { kind: 'cannot-ask' }],
    ['an error', { status: 500, body: {} }, { kind: 'transient' }],
    ['a page', { status: 501, body: new PlainText('<html>') }, { kind: 'transient' }],
  ])('by name that shows %s', async (_name, response, outcome) => {
    expect(await search('name', () => response)).toMatchObject(outcome);
  });

  it('by name never gives the task of another job', async () => {
    const isOwned = async () => true;
    expect(await search('name', named('f-1'), { isOwned })).toMatchObject({ kind: 'transient' });
  });

  it('proves absence only where the description says when', async () => {
    expect(await search('settled-name', named())).toEqual({ kind: 'absent' });
    const isOwned = async () => true;
    const owned = await search('settled-name', named('f-1'), { isOwned });
    expect(owned).toMatchObject({ kind: 'transient' });
    const justSent = { from: sampleNow - 61_000, to: sampleNow - 60_000 };
    const early = await search('settled-name', named(), { sentBetween: justSent });
    expect(early).toMatchObject({ kind: 'transient' });
  });

  const made = sampleNow - 60_500;
  const pages = (first: readonly object[], second: readonly object[]) => (path: string) => ({
    status: 200,
    body: JSON.parse(
      JSON.stringify(
        path === '/films?page=1'
          ? { videos: first, next: '/films?page=2' }
          : { videos: second, next: null },
      ),
    ),
  });

  it('[providers.engine.list] in a list reads every page', async () => {
    const other = { video: 'f-0', text: 'other', made };
    const own = { video: 'f-1', text: 'a boat', made };
    const twin = { ...own, video: 'f-2' };
    expect(await search('list', pages([other], [own]))).toMatchObject(found);
    expect(await search('list', pages([own], [twin]))).toMatchObject({ kind: 'ambiguous' });
    const isOwned: Search['isOwned'] = async ({ value }) => JSON.stringify(value).includes('f-2');
    expect(await search('list', pages([own], [twin]), { isOwned })).toMatchObject(found);
    expect(await search('list', pages([other], []))).toMatchObject({ kind: 'transient' });
  });

  it('[providers.engine.list] in a list that has no end, or a page that cannot be read, shows nothing', async () => {
    const endless = () => ({ status: 200, body: { videos: [], next: '/films?page=9' } });
    expect(await search('list', endless)).toMatchObject({ kind: 'transient' });
    const own = { video: 'f-1', text: 'a boat', made };
    const broken = (path: string) =>
      path === '/films?page=1' ? pages([own], [])(path) : { status: 500, body: {} };
    expect(await search('list', broken)).toMatchObject({ kind: 'transient' });
    const submission = { version: 9, value: null };
    expect(await search('list', endless, { submission })).toEqual({ kind: 'cannot-ask' });
  });

  it('[providers.engine.list] in a list finds nothing that fits another submission too', async () => {
    const list = pages([{ video: 'f-1', text: 'a boat', made }], []);
    const { client } = openEngine(reelDescription('list'), () => ({ status: 500, body: {} }));
    const other = (prompt: string, from: number) => ({
      submission: client.prepare({
        request: sampleRequest({ prompt }),
        route: sampleRoute(),
        account,
        correlationId: 'vt_other.1',
        noticeUrl: null,
      }),
      sentBetween: { from, to: from + 1_000 },
    });
    const beside = async (...others: readonly ReturnType<typeof other>[]) =>
      (await search('list', list, { unanswered: async () => others }))?.kind;
    expect(await beside(other('a boat', made))).toBe('ambiguous');
    expect(await beside(other('a cat', made), other('a boat', made))).toBe('ambiguous');
    expect(await beside(other('a cat', made), other('a boat', made - 3_600_000))).toBe('found');
    const strange = { ...other('a boat', made), submission: { version: 9, value: null } };
    expect(await beside(strange)).toBe('ambiguous');
    expect(await search('list', list, { unanswered: async () => undefined })).toMatchObject({
      kind: 'ambiguous',
    });
  });

  it('is not offered where a description has none', () => {
    const { client } = openEngine(reelDescription(null), () => ({ status: 500, body: {} }));
    expect(client.reconcile).toBeUndefined();
    expect(client.capabilities()).toMatchObject({ findsBy: 'none', reconcileAfterMs: null });
  });
});

describe('a finished video', () => {
  const endpoint: Endpoint = {
    id: 'endpoint-1',
    baseUrl: 'https://api.example.com/v1/',
    resultHosts: ['*.cdn.example.com'],
    isConfigured: false,
  };

  /** Opens a video at an endpoint with scripted responses; returns the requests to the endpoint and to other URLs. */
  async function open(
    output: object,
    responses: { readonly [path: string]: ScriptedResponse },
    change: {
      readonly endpoint?: Partial<Endpoint>;
      readonly resume?: { offset: number; validator: string };
      readonly refusal?: Extract<Awaited<ReturnType<OpenUrl>>, { kind: 'refused' }>;
    } = {},
  ) {
    const foreign: { url: string; call: Omit<OpenUrlCall, 'signal'> }[] = [];
    const transport = new ScriptedTransport(
      ({ path }) => responses[path] ?? { status: 404, body: {} },
    );
    const client = createTaskProvider(reelDescription(), {
      endpoint: { ...endpoint, ...change.endpoint },
      transport,
      now: () => sampleNow,
      openUrl: async (url, { signal: _signal, ...call }) => {
        foreign.push({ url, call });
        return change.refusal ?? { kind: 'refused', message: 'not here' };
      },
    });
    const value = JSON.parse(JSON.stringify(output));
    const resumed = change.resume === undefined ? {} : { resume: change.resume };
    const call = { account, handle, signal, output: { mediaType: 'video' as const, value } };
    const outcome = await client.openResult({ ...call, ...resumed });
    return { outcome, foreign, own: transport.calls };
  }

  const file = { status: 200, body: new PlainText('film'), given: { etag: '"e"' } };
  const redirect = (location: string) => ({
    status: 302,
    body: new PlainText('-'),
    given: { location },
  });
  const ownFile = { kind: 'own', at: '/films/f-1/file' };
  const elsewhere = { kind: 'foreign' };
  /** Makes the endpoint's current report of the video. */
  const liesAt = (at: string) => ({
    '/films/f-1': { status: 200, body: { video: 'f-1', state: 'done', where: 'foreign', at } },
  });

  it('[providers.engine.results] at the own endpoint is read with the key', async () => {
    const { outcome, own } = await open(ownFile, { '/films/f-1/file': file });
    expect(outcome).toMatchObject({ kind: 'opened', length: 4, startsAt: 0, validator: '"e"' });
    expect(own.map(({ headers }) => headers['x-reel-key'])).toEqual(['secret-key-1']);
  });

  it('[providers.engine.results] elsewhere is read through the guarded opener, from listed hosts', async () => {
    const url = 'https://x.cdn.example.com/f?sig=1';
    const { outcome, foreign, own } = await open(elsewhere, liesAt(url));
    expect(outcome).toEqual({ kind: 'unavailable', detail: 'not here' });
    const hosts = ['*.cdn.example.com', 'https://api.example.com'];
    expect(foreign).toEqual([{ url, call: { hosts, redirects: 3 } }]);
    expect(own.map(({ path }) => path)).toEqual(['/films/f-1']);
  });

  it('[providers.engine.linear] at another host is not opened if the link or the host’s name is too long', async () => {
    for (const at of [
      `https://x.cdn.example.com/${'f'.repeat(9_000)}`,
      `https://${'x.'.repeat(200)}cdn.example.com/f`,
    ]) {
      const { outcome, foreign } = await open(elsewhere, liesAt(at));
      expect([outcome.kind, foreign]).toEqual(['unavailable', []]);
    }
  });

  it('[providers.engine.links] elsewhere is not opened where its task names no link any more', async () => {
    for (const responses of [{}, { '/films/f-1': { status: 500, body: {} } }]) {
      const { outcome, foreign } = await open(elsewhere, responses);
      expect([outcome.kind, foreign]).toEqual(['unavailable', []]);
    }
  });

  it('[wire.own-words] elsewhere is opened under the name that its poll had, and under no other', async () => {
    const at = 'https://x.cdn.example.com/f';
    const named = (video: string) => ({
      '/films/f-1': { status: 200, body: { video, state: 'done', where: 'foreign', at } },
    });
    const opened = async (namedAs: object, video: string) =>
      (await open({ kind: 'foreign', ...namedAs }, named(video))).foreign.length;
    expect(await opened({ namedAs: { video: 'f-2' } }, 'f-2')).toBe(1);
    expect(await opened({ namedAs: { video: 'f-2' } }, 'f-1')).toBe(1);
    expect(await opened({ namedAs: { video: 'f-2' } }, 'f-3')).toBe(0);
    expect(await opened({}, 'f-2')).toBe(0);
    const { client } = openEngine(reelDescription(), () => named('f-2')['/films/f-1']);
    const reported = await client.poll({ account, handle, signal });
    const value = { kind: 'foreign', namedAs: { video: 'f-2' } };
    expect(reported).toMatchObject({ kind: 'succeeded', output: { value } });
  });

  it('[providers.engine.links] elsewhere is kept without its link', async () => {
    const url = 'https://x.cdn.example.com/f?sig=1';
    const { client } = openEngine(reelDescription(), () => liesAt(url)['/films/f-1']);
    const reported = await client.poll({ account, handle, signal });
    expect(reported).toMatchObject({ kind: 'succeeded', output: { value: { kind: 'foreign' } } });
    expect(JSON.stringify(reported)).not.toContain('example');
  });

  it('[providers.engine.results] may be led to a private address only where an operator named the origin', async () => {
    const home = { baseUrl: 'http://10.0.0.5:8000/v1', isConfigured: true };
    const url = 'https://x.cdn.example.com/f';
    const { foreign } = await open(elsewhere, liesAt(url), { endpoint: home });
    expect(foreign[0]?.call.hosts).toEqual(['*.cdn.example.com', 'private:http://10.0.0.5:8000']);
  });

  it.each([
    ['a path', '/v1/films/f-1/file', '/films/f-1/file', undefined],
    ['a path below the base URL', 'films/f-1/file?part=2', '/films/f-1/file?part=2', undefined],
    ['a URL', 'https://api.example.com/v1/films/f-1/file', '/films/f-1/file', undefined],
    ['a URL with the port of its scheme', 'https://API.example.com:443/v1/f', '/f', undefined],
    ['a path beside the base URL', '/files/f-1.mp4', '/files/f-1.mp4', true],
    ['a URL without a scheme', '//api.example.com/files/f-1.mp4', '/files/f-1.mp4', true],
  ])(
    '[providers.engine.own-origin] named by %s at the own origin is read with the key',
    async (_name, at, path, isFromRoot) => {
      const { outcome, own, foreign } = await open(elsewhere, { ...liesAt(at), [path]: file });
      expect([outcome.kind, foreign]).toEqual(['opened', []]);
      expect(own[1]).toMatchObject({ path, headers: { 'x-reel-key': 'secret-key-1' } });
      expect(own[1]?.isFromRoot).toBe(isFromRoot);
    },
  );

  it.each([
    'http://api.example.com/v1/films/f-1/file',
    'https://api.example.com:8443/v1/films/f-1/file',
    'https://api.example.com.evil.example/v1/films/f-1/file',
    'https://user@evil.example/v1/films/f-1/file',
    '//evil.example/v1/films/f-1/file',
  ])('[providers.engine.own-origin] at %s is read without the key', async (at) => {
    const { own, foreign } = await open(elsewhere, liesAt(at));
    expect(own.map(({ path }) => path)).toEqual(['/films/f-1']);
    expect(foreign[0]?.url).toBe(new URL(at, 'https://api.example.com/v1/').href);
  });

  it('[results.permission] at a host that is not listed waits for permission, and says how to give it', async () => {
    const admittedBy = 'private:http://minio:9000';
    const { outcome } = await open(elsewhere, liesAt('http://minio:9000/films/1?sig=1'), {
      refusal: { kind: 'refused', message: 'The host "minio" is not allowed.', admittedBy },
    });
    expect(outcome).toEqual({
      kind: 'not-allowed',
      detail:
        'The host "minio" is not allowed. List "private:http://minio:9000" in result_hosts of endpoint-1 (FILMGATE_PROVIDERS_FILE) to allow it.',
    });
  });

  it('[providers.engine.results] that redirects within the own endpoint keeps the key, and to other hosts drops it', async () => {
    const { outcome, own, foreign } = await open(ownFile, {
      '/films/f-1/file': redirect('/v1/files/9?alt=media'),
      '/files/9?alt=media': redirect('https://x.cdn.example.com/9'),
    });
    expect(own.map(({ path }) => path)).toEqual(['/films/f-1/file', '/files/9?alt=media']);
    expect(foreign.map(({ url, call }) => [url, call.redirects])).toEqual([
      ['https://x.cdn.example.com/9', 1],
    ]);
    expect(outcome.kind).toBe('unavailable');
  });

  it('[providers.engine.results] is followed three times at most', async () => {
    const { own, outcome } = await open(ownFile, {
      '/films/f-1/file': redirect('/v1/films/f-1/file'),
    });
    expect([own.length, outcome.kind]).toEqual([4, 'unavailable']);
  });

  it('[wire.no-redirect] is redirected within the own origin even if the endpoint lists no hosts', async () => {
    const none = { endpoint: { resultHosts: [] } };
    const part = '/films/f-1/file?part=1';
    const within = await open(
      ownFile,
      { '/films/f-1/file': redirect(`/v1${part}`), [part]: file },
      none,
    );
    expect([within.outcome.kind, within.foreign]).toEqual(['opened', []]);
    const away = await open(
      ownFile,
      { '/films/f-1/file': redirect('https://x.cdn.example.com/9') },
      none,
    );
    expect(away.foreign[0]?.call.hosts).toEqual(['https://api.example.com']);
    expect([away.own.length, away.outcome.kind]).toEqual([1, 'unavailable']);
  });

  it('resumes where a read of the same bytes ended', async () => {
    const resume = { offset: 2, validator: '"e"' };
    const rest = {
      status: 206,
      body: new PlainText('lm'),
      given: { etag: '"e"', contentRange: 'bytes 2-3/4' },
    };
    const { outcome, own } = await open(ownFile, { '/films/f-1/file': rest }, { resume });
    expect(outcome).toMatchObject({ kind: 'opened', startsAt: 2, length: 4, validator: '"e"' });
    expect(own[0]?.range).toEqual({ from: 2, ifRange: '"e"' });
    const url = 'https://x.cdn.example.com/f';
    const { foreign } = await open(elsewhere, liesAt(url), { resume });
    expect(foreign[0]?.call.resume).toEqual(resume);
  });

  it('is gone only in the words of the provider', async () => {
    const words = { fault: 'no-film', words: 'removed' };
    const gone = await open(ownFile, { '/films/f-1/file': { status: 410, body: words } });
    expect(gone.outcome.kind).toBe('gone');
    const page = await open(ownFile, {
      '/films/f-1/file': { status: 410, body: new PlainText('x') },
    });
    expect(page.outcome.kind).toBe('unavailable');
  });

  it('of another form of saving is asked for once more', async () => {
    expect((await open({ url: '/v1/results/1' }, {})).outcome.kind).toBe('unavailable');
  });
});
