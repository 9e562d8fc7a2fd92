import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextFaults } from '../../src/page/control-part.ts';
import { startMockServer } from '../../src/server/mock-server.ts';
import { beginning } from '../support/open-world.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';
import { ownBody, openVerdictBench, type VerdictBench } from '../support/verdict/verdict-bench.ts';

let mock: VerdictBench;
beforeEach(async () => {
  mock = await openVerdictBench();
});
afterEach(() => mock.close());

type Headers = Readonly<Record<string, string>>;

/** A call as a browser makes it: with headers that `fetch` does not let through. */
function browse(path: string, given: { readonly form?: string; readonly headers?: Headers } = {}) {
  const { form, headers = {} } = given;
  const method = form === undefined ? 'GET' : 'POST';
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise<BrowsedPage>((resolve, reject) => {
    const call = request(mock.url + path, { method, headers: { ...type, ...headers } });
    call.on('error', reject).on('response', (response) => resolve(readPage(response)));
    call.end(form);
  });
}

interface BrowsedPage {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

async function readPage(response: IncomingMessage): Promise<BrowsedPage> {
  const { statusCode = 0, headers } = response;
  return { status: statusCode, headers, text: await readText(response) };
}

const space = '/_mock/s/default/';

/** The elements of a page with the names of their attributes; throws where it is not written as pages are. */
function structureOf(page: string): readonly string[] {
  const rest = page.replace(/<(style|script)>[^]*?<\/\1>/g, '<$1></$1>');
  const tags = rest.match(/<[^<>]*>/g) ?? [];
  expect(rest.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]/);
  return tags.map((tag) => {
    expect(tag).toMatch(/^<(?:!doctype html|\/?[a-z][a-z0-9]*(?: [a-z-]+(?:="[^"]*")?)*)>$/);
    return tag.replace(/="[^"]*"/g, '');
  });
}

describe('the page', () => {
  const hostile = fc
    .array(
      fc.constantFrom('<', '>', '"', "'", '&', '`', '=', '</h3>', '<script>', '-->', '\u202e', 'a'),
      { minLength: 1, maxLength: 12 },
    )
    .map((pieces) => `${pieces.join('')}.`);
  const keys = fc.stringMatching(/^sk-[a-z0-9]{12,30}$/);

  it('[mock.page.escaped] has the same elements whatever prompt, model, name and key of a client are, and never a key', async () => {
    const pageFor = async ({ text, key }: { readonly text: string; readonly key: string }) => {
      await mock.control('reset', {});
      const headers = { authorization: `Bearer ${key}` };
      const send = (given: object) =>
        mock.call('/v1/generations', { body: ownBody(text, { model: text, ...given }), headers });
      await mock.control('rules', {
        when: { account: key, contains: text },
        then: { fault: 'lost-response' },
      });
      await send({ prompt: text });
      await send({ prompt: text });
      await send({ prompt: `${text} [[mock:refuse=429]]` });
      mock.advance(60_000);
      const pages = [
        space,
        `${space}request.html?request=2`,
        `${space}request.html?request=3&with=1`,
      ];
      const texts = await Promise.all(pages.map(async (page) => (await browse(page)).text));
      return texts.join('');
    };
    const tame = structureOf(await pageFor({ text: 'tame', key: 'sk-tame' }));
    expect(tame.length).toBeGreaterThan(100);
    await fc.assert(
      fc.asyncProperty(hostile, keys, async (text, key) => {
        const page = await pageFor({ text, key });
        expect(structureOf(page)).toEqual(tame);
        expect(page).not.toContain(key);
      }),
      { numRuns: 30 },
    );
  });

  it('[mock.page.policy] lets nothing run or load but what it brings, and no page have it in a frame', async () => {
    for (const path of ['/_mock/', space]) {
      const { status, headers } = await browse(path);
      expect(status).toBe(200);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; .*frame-ancestors 'none'$/,
      );
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it.each<[string, Headers]>([
    ['another site', { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }],
    [
      'another port of this machine',
      { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
    ],
    ['a page without an origin', { origin: 'null' }],
    ['a name that leads here', { host: 'evil.example' }],
  ])('[mock.page.guard] is closed to forms and readers of %s', async (_, headers) => {
    await mock.submit('kept');
    const form = 'do=reset';
    expect(await browse(space, { form, headers })).toMatchObject({ status: 403 });
    for (const path of ['/_mock/', space, `${space}video?job=${await mock.jobId()}`])
      expect(await browse(path, { headers })).toMatchObject({ status: 403 });
    expect((await mock.ledger()).accepted).toBe(1);
  });

  it('[mock.page.guard] takes forms of its own host behind a proxy that speaks TLS, and of no other', async () => {
    const mine = {
      host: 'localhost',
      origin: 'https://localhost',
      'sec-fetch-site': 'same-origin',
    };
    const form = 'do=freeze';
    expect(await browse(space, { form, headers: mine })).toMatchObject({ status: 303 });
    for (const other of [
      { origin: 'https://evil.example' },
      { origin: 'https://localhost:8443' },
      { origin: 'https://localhost.evil.example' },
      { origin: 'https://localhost@evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect(await browse(space, { form, headers: { ...mine, ...other } })).toMatchObject({
        status: 403,
      });
  });

  it('[mock.page.token] is shown to a browser that has the token as its password, and asks others for it', async () => {
    const token = 'a-token:of-the-tests';
    const clock = { now: () => beginning, speed: 1, seed: 'seed' };
    const address = { host: '127.0.0.1', port: 0, control: true, controlToken: token };
    const server = await startMockServer({ ...address, ...clock });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const open = (authorization: string, more: RequestInit = {}) =>
      fetch(server.url + space, { redirect: 'manual', ...more, headers: { authorization } });
    const asked = await open('');
    expect(asked.status).toBe(401);
    expect(asked.headers.get('www-authenticate')).toContain('Basic realm=');
    for (const wrong of [`me:${token}x`, 'me:', token, `${token}:me`])
      expect((await open(basic(wrong))).status, wrong).toBe(401);
    for (const right of [`me:${token}`, `:${token}`]) {
      expect((await open(basic(right))).status).toBe(200);
      const body = new URLSearchParams({ do: 'freeze' });
      expect((await open(basic(right), { method: 'POST', body })).status).toBe(303);
    }
    expect(await (await open(basic(`me:${token}`))).text()).not.toContain(token);
    await server.close();
  });

  it('[mock.page.guard] is not there where there are no control routes', async () => {
    const clock = { now: () => beginning, speed: 1, seed: 'seed' };
    const server = await startMockServer({ host: '127.0.0.1', port: 0, control: false, ...clock });
    for (const path of ['/_mock/', space, `${space}video?job=1`])
      expect((await fetch(server.url + path)).status).toBe(404);
    await server.close();
  });

  it('[mock.page] says of each job that asks for callbacks which of them were accepted', async () => {
    const receiver = await openWebhookReceiver((response, nth) =>
      response.writeHead(nth === 1 ? 204 : 500).end(),
    );
    const headers = { authorization: 'Bearer studio' };
    const asking = ownBody('asks', { callback_url: receiver.url });
    await mock.call('/v1/generations', { body: asking, headers });
    expect((await browse(space)).text).toContain('Callbacks: none yet.');
    await mock.control('clock', { untilIdle: true });
    expect((await browse(space)).text).toContain('Callbacks: start accepted, end not accepted.');
    await mock.control('reset', {});
    await mock.call('/v1/generations', { body: ownBody('asks for none'), headers });
    expect((await browse(space)).text).not.toContain('Callbacks');
    await receiver.close();
  });

  it('[mock.page] is found without the slash at its end, too', async () => {
    expect(await browse('/_mock')).toMatchObject({ status: 308, headers: { location: '/_mock/' } });
    const { text } = await browse('/_mock/s/default');
    expect(text).toBe((await browse(space)).text);
    expect((await mock.journal()).entries).toEqual([]);
  });

  it('[mock.page.buttons] leads back to the page after each button', async () => {
    await mock.submit('one');
    for (const act of [
      'advance&ms=1000',
      'next',
      'idle',
      'freeze',
      'run',
      'fault&op=submit&fault=response%3Dhang%3A30s',
      'fault&op=result&fault=corrupt',
      'reset',
    ]) {
      const origin = { origin: mock.url, 'sec-fetch-site': 'same-origin' };
      const done = await browse(space, { form: `do=${act}`, headers: origin });
      expect([done.status, done.headers['location']], act).toEqual([303, space]);
    }
  });

  it('[mock.page.buttons] lets time go on as fast as it went before it stood', async () => {
    const address = { host: '127.0.0.1', port: 0, control: true };
    const server = await startMockServer({
      ...address,
      now: () => beginning,
      speed: 20,
      seed: 's',
    });
    const modeAfter = async (act: string) => {
      const body = new URLSearchParams({ do: act });
      await fetch(server.url + space, { method: 'POST', body });
      return (await fetch(`${server.url}/_mock/clock`)).json();
    };
    expect(await modeAfter('freeze')).toMatchObject({ mode: 'frozen' });
    expect(await modeAfter('run')).toMatchObject({ mode: 'scaled(20)' });
    const clock = `${server.url}/_mock/clock`;
    await fetch(clock, { method: 'POST', body: JSON.stringify({ mode: 'scaled(2.5)' }) });
    expect(await modeAfter('freeze')).toMatchObject({ mode: 'frozen' });
    const shown = async () => (await fetch(server.url + space)).text();
    expect(await shown()).toContain('stopped');
    expect(await modeAfter('run')).toMatchObject({ mode: 'scaled(2.5)' });
    expect(await shown()).toContain('2.5 times real time');
    await server.close();
  });

  it.each([
    ['do=fly', 'advance'],
    ['', 'known: do, ms, op, fault, rule'],
    ['do=next&do=next', 'repeated parameter do'],
    ['do=next&more=1', 'unknown parameter more'],
    ['do=advance&ms=-1', 'advance'],
    ['do=advance', 'advance'],
    ['do=fault&op=submit&fault=nonsense', 'no operation and fault of the page'],
    ['do=fault&op=status&fault=corrupt', 'no operation and fault of the page'],
    ['do=fault&op=list&fault=lost', 'op'],
    ['do=fault', 'no operation and fault of the page'],
    ['do=forget&rule=none', 'there is no rule named none'],
    ['do=forget', '1 to 64 letters'],
    [`do=next&rule=${'a'.repeat(10_000)}`, 'at most 10000 bytes'],
  ])('[mock.page.buttons] says on the page why %j does nothing', async (form, reason) => {
    await mock.submit('one');
    const before = await mock.ledger();
    const { status, text } = await browse(space, { form });
    expect(status).toBe(400);
    expect(/role="alert">([^<]*)<\/p>\s*<section/.exec(text)?.[1]).toContain(reason);
    expect(await mock.ledger()).toEqual(before);
    expect((await mock.control('rules')).body).toEqual({ rules: [] });
  });

  it('[mock.page.buttons] offers tokens there are, and its own rules never fill the space', async () => {
    for (const { op, faults } of nextFaults) {
      for (const [fault] of faults) {
        const made = await mock.control('rules', { when: { op }, then: { fault } });
        expect(made.status, fault).toBe(200);
      }
    }
    await mock.control('reset', {});
    for (let round = 0; round < 120; round += 1) {
      expect((await browse(space, { form: 'do=fault&op=submit&fault=refuse%3D503' })).status).toBe(
        303,
      );
      expect((await mock.submit(`job ${round}`)).status).toBe(503);
    }
    expect((await mock.submit('after')).status).toBe(202);
  });

  it('[mock.page.buttons] disturbs the next read and the next download alone', async () => {
    await mock.submit('one');
    mock.advance(2_000);
    await browse(space, { form: 'do=fault&op=status&fault=500' });
    await browse(space, { form: 'do=fault&op=result&fault=403' });
    const id = await mock.jobId();
    const statuses: unknown[] = [];
    for (const path of ['generations', 'generations', 'results', 'results'])
      statuses.push((await mock.call(`/v1/${path}/${id}`)).status);
    expect(statuses).toEqual([500, 200, 403, 200]);
  });

  it('[mock.page.list] shows spaces with findings first, and those whose names contain a text', async () => {
    await mock.call('/s/quiet-1/v1/account');
    const names = (text: string) =>
      [...text.matchAll(/<th scope="row"><a[^>]*>([^<]*)/g)].map(([, name]) => name);
    await mock.call('/s/wasteful/v1/generations', {
      body: ownBody('one', { prompt: 'one [[mock:queue=0s,run=0s]]' }),
      headers: { authorization: 'Bearer studio' },
    });
    mock.advance(60_000);
    await mock.call('/s/quiet-2/v1/account');
    const [first, ...others] = names((await browse('/_mock/')).text);
    expect(first).toBe('wasteful');
    expect(others.toSorted()).toEqual(['default', 'quiet-1', 'quiet-2']);
    expect(names((await browse('/_mock/?name=quiet')).text)).toEqual(['quiet-2', 'quiet-1']);
    expect((await browse('/_mock/?name=%3Cb%3E')).text).toContain('No space has such a name.');
  });

  it('[mock.page.base-urls] shows URLs that clients accept as base URLs', async () => {
    const server = await startMockServer({
      host: '127.0.0.1',
      port: 0,
      control: true,
      now: () => beginning,
      speed: 1,
      personalities: ['ark', 'runway'],
    });
    await fetch(`${server.url}/s/suite/v1/account`);
    const page = await (await fetch(`${server.url}/_mock/s/suite/`)).text();
    await server.close();
    for (const path of ['', '/ark/api/v3', '/runway'])
      expect(page).toContain(`<code>${server.url}/s/suite${path}</code>`);
  });

  it('[mock.page.bounds] shows jobs, findings and spaces in pages', async () => {
    for (let job = 1; job <= 45; job += 1)
      await mock.submit(`name-${job}`, { prompt: `job ${job}. [[mock:queue=1s,run=1s]]` });
    mock.advance(60_000);
    const idle = await browse(space);
    const prompts = ({ text }: { readonly text: string }) => text.match(/job \d+\./g) ?? [];
    const latest = new Set(prompts(idle));
    expect([latest.size, latest.has('job 45.'), latest.has('job 25.')]).toEqual([20, true, false]);
    const older = await browse(`${space}?jobs=5`);
    expect(new Set(prompts(older))).toEqual(
      new Set(Array.from({ length: 20 }, (_, index) => `job ${index + 6}.`)),
    );
    expect(older.text).toContain(`href="${space}?jobs=25#jobs"`);
    // Each job completed, without a read or a download.
    expect(/<h2 id="verdict-title">([^<]*)/.exec(idle.text)?.[1]).toBe(
      'Found: 90 findings, 45 credits wasted',
    );
    expect(idle.text.match(/<code>lost-film<\/code>/g)).toHaveLength(5);
    expect(idle.text).toContain(`href="${space}?findings=5"`);
    expect((await browse(`${space}?findings=40`)).text).toContain('<ol start="41">');
    for (let other = 0; other < 60; other += 1) await mock.call(`/s/other-${other}/v1/account`);
    const list = await browse('/_mock/');
    expect(list.text.match(/<th scope="row">/g)).toHaveLength(50);
    expect((await browse('/_mock/?from=50')).text.match(/<th scope="row">/g)).toHaveLength(11);
  });

  it('[mock.page.bounds] [mock.page.requests] shows requests in pages, and says which the journal does not have', async () => {
    for (let count = 0; count < 45; count += 1) await mock.call(`/v1/generations/job_${count}`);
    const ids = ({ text }: { readonly text: string }) =>
      [...text.matchAll(/request\.html\?request=(\d+)">request/g)].map(([, id]) => Number(id));
    const latest = await browse(space);
    expect(ids(latest)).toEqual(Array.from({ length: 20 }, (_, at) => 45 - at));
    expect(latest.text).toContain(`href="${space}?requests=25#requests"`);
    const oldest = await browse(`${space}?requests=5`);
    expect(ids(oldest)).toEqual([5, 4, 3, 2, 1]);
    expect(oldest.text).toContain(`href="${space}?requests=25#requests"`);
    expect(ids(await browse(`${space}?requests=900`))).toEqual(ids(latest));
    const unknown = await browse(`${space}request.html?request=46`);
    expect(unknown).toMatchObject({ status: 404 });
    expect(unknown.text).toContain('the latest ones, up to 45');
    expect((await browse(`${space}request.html`)).status).toBe(400);
  });

  it('[mock.page.bounds] shows the end of what has become shorter than it was', async () => {
    for (const name of ['one', 'two', 'three']) await mock.submit(name);
    mock.advance(60_000);
    const { text } = await browse(`${space}?jobs=900&findings=900`);
    expect(text.match(/<h3><bdi>(one|two|three)/g)).toHaveLength(3);
    expect(text).toContain('<ol start="6"><li>');
    expect(text).toContain(`href="${space}?findings=0"`);
    expect(text).not.toMatch(/\?jobs=/);
    const list = (await browse('/_mock/?from=900')).text;
    expect(list).toContain('<th scope="row">');
    expect(list).not.toContain('?from=');
  });

  it.each(['?jobs=-1', '?jobs=x', '?more=1', '?findings=1&findings=2'])(
    '[mock.page.bounds] refuses %s',
    async (query) => {
      expect((await browse(space + query)).status).toBe(400);
    },
  );

  it('[mock.page.film] gives the film of a completed job alone, and parts of it', async () => {
    await mock.submit('one');
    const video = `${space}video?job=${await mock.jobId()}`;
    expect((await browse(video)).status).toBe(400);
    mock.advance(2_000);
    const whole = await browse(video);
    expect(whole).toMatchObject({ status: 200, headers: { 'content-type': 'video/mp4' } });
    const part = await browse(video, { headers: { range: 'bytes=10-' } });
    expect(part).toMatchObject({ status: 206 });
    expect((await browse(`${space}video?job=none`)).status).toBe(400);
    const still = await browse(video.replace('video', 'still'));
    expect([still.status, still.text.slice(1, 4)]).toEqual([200, 'PNG']);
    expect((await browse(`${space}still?job=none`)).status).toBe(400);
    expect((await mock.ledger()).jobs[0]).toMatchObject({ downloads: 0 });
    expect((await mock.journal()).entries).toHaveLength(1);
  });

  it('[mock.page.film] shows the still of what was asked for, also where a browser has that of a forgotten job of the same id', async () => {
    const posters: string[] = [];
    for (const wish of ['a kite', 'a boat', 'a kite']) {
      await mock.submit('one', { prompt: `${wish} [[mock:queue=0s,run=0s]]` });
      const [, poster = ''] = /poster="([^"]*)"/.exec((await browse(space)).text) ?? [];
      posters.push(poster);
      const path = poster.replaceAll('&#38;', '&');
      expect(await browse(path)).toMatchObject({
        status: 200,
        headers: { 'content-type': 'image/png' },
      });
      await mock.control('reset', {});
    }
    expect(posters[0]).toBe(posters[2]);
    expect(posters[0]).not.toBe(posters[1]);
  });
});
