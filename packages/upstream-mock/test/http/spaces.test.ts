import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createHttpTransport } from '@filmgate/upstream-http';
import { createMockClient } from '../../src/client/create-mock-client.ts';
import { personalityNames } from '../../src/wires/personality-names.ts';
import { type MockServerOptions, startMockServer } from '../../src/server/mock-server.ts';
import { bytesOf, submit } from '../support/calls.ts';
import { accountOf } from '../support/open-mock.ts';
import { beginning } from '../support/open-world.ts';
import { callWire } from '../support/personalities/personality-server.ts';
import { readLedger } from '../support/read-ledger.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A mock whose real clock is stopped until `pass` moves it. */
async function start(options: Partial<MockServerOptions> = {}) {
  let now = beginning;
  const server = await startMockServer({
    host: '127.0.0.1',
    port: 0,
    seed: 'seed',
    speed: 1,
    control: true,
    now: () => now,
    ...options,
  });
  closers.push(() => server.close());
  const pass = (ms: number) => {
    now += ms;
  };
  return { url: server.url, pass };
}

function bodyOf(name: string, prompt = `${name} [[mock:queue=1s,run=1s]]`) {
  return {
    correlation_id: name,
    model: 'vm_std-2.0',
    media_type: 'image',
    prompt,
    negative_prompt: null,
    duration: null,
    aspect_ratio: '16:9',
    resolution: '1k',
    width: 32,
    height: 32,
    audio: false,
    references: [],
  };
}

const findingsSchema = z.object({ findings: z.array(z.object({ code: z.string() })) });

const idSchema = z.object({ id: z.string() });

async function accept(base: string, name: string, call: Parameters<typeof callWire>[1] = {}) {
  const response = await callWire(`${base}/v1/generations`, { body: bodyOf(name), ...call });
  expect(response.status, response.text).toBe(202);
  return idSchema.parse(response.body).id;
}

async function ledgerOf(url: string, space?: string) {
  const address = space === undefined ? '' : `s/${space}/`;
  const response = await fetch(`${url}/_mock/${address}ledger`);
  return readLedger(await response.json());
}

async function namesIn(url: string, space?: string) {
  const { jobs } = await ledgerOf(url, space);
  return jobs.map(({ correlation_id: name }) => name);
}

async function spacesOf(url: string) {
  const { body } = await callWire(`${url}/_mock/spaces`, { key: null });
  const row = z.strictObject({
    name: z.string(),
    accepted: z.int(),
    now: z.iso.datetime(),
    used_at: z.iso.datetime(),
  });
  return z.strictObject({ spaces: z.array(row) }).parse(body).spaces;
}

function advance(url: string, space: string, ms: number) {
  return callWire(`${url}/_mock/s/${space}/clock`, { body: { advance: ms } });
}

describe('spaces', () => {
  it('[mock.spaces] [mock.spaces.control] are 100 worlds under 200 requests at once: no job, instant or account crosses', async () => {
    const { url } = await start();
    const spaces = Array.from({ length: 100 }, (_, index) => `suite-${index}`);
    const timed = await Promise.all(spaces.map((space, index) => advance(url, space, index * 20)));
    expect(timed.map(({ body }) => body)).toMatchObject(
      spaces.map((_, index) => ({ now: new Date(beginning + index * 20).toISOString() })),
    );
    const calls = spaces.flatMap((space) => [
      accept(`${url}/s/${space}`, 'same'),
      accept(`${url}/s/${space}`, `own-${space}`),
    ]);
    const ids = await Promise.all(calls);
    expect(new Set(ids).size).toBe(200);

    // A job takes two seconds: where another second passes, nothing has ended; where two do, everything has.
    await Promise.all(
      spaces.map((space, index) => advance(url, space, index % 2 === 0 ? 1_000 : 2_000)),
    );
    await Promise.all(
      spaces.map(async (space, index) => {
        const ledger = await ledgerOf(url, space);
        expect(ledger.jobs.map((job) => job.correlation_id).toSorted()).toEqual(
          [`own-${space}`, 'same'].toSorted(),
        );
        expect(ledger.jobs.map((job) => job.id).toSorted()).toEqual(
          ids.slice(index * 2, index * 2 + 2).toSorted(),
        );
        for (const job of ledger.jobs) {
          expect(job.state).toBe(index % 2 === 0 ? 'running' : 'completed');
          expect(job.accepted_at).toBe(new Date(beginning + index * 20).toISOString());
          expect(job.answered).toBe(true);
        }
        const account = await callWire(`${url}/s/${space}/v1/account`, {});
        const inFlight = index % 2 === 0 ? 2 : 0;
        expect(account.body).toMatchObject({ credits: 999_998, in_flight: inFlight });
        const [own = '', other = ''] = [ids[index * 2], ids[(index * 2 + 2) % ids.length]];
        expect((await callWire(`${url}/s/${space}/v1/generations/${own}`, {})).status).toBe(200);
        expect((await callWire(`${url}/s/${space}/v1/generations/${other}`, {})).status).toBe(404);
      }),
    );
    expect((await ledgerOf(url)).accepted).toBe(0);
    expect(await spacesOf(url)).toHaveLength(101);
  });

  it('[mock.spaces] [mock.spaces.control] are 100 worlds under 200 requests at once: no rule and no finding crosses', async () => {
    const { url } = await start();
    const spaces = Array.from({ length: 100 }, (_, index) => `suite-${index}`);
    const isRuled = (index: number) => index % 3 === 0;
    await Promise.all(
      spaces
        .filter((_, index) => isRuled(index))
        .map((space) =>
          callWire(`${url}/_mock/s/${space}/rules`, {
            body: { when: { attempt: 1 }, then: { fault: 'response=500' } },
          }),
        ),
    );
    const submitIn = (space: string) =>
      callWire(`${url}/s/${space}/v1/generations`, { body: bodyOf('same') });
    const first = await Promise.all(spaces.map(submitIn));
    expect(first.map(({ status }) => status)).toEqual(
      spaces.map((_, index) => (isRuled(index) ? 500 : 202)),
    );
    // Only a client that got the 500 sends again, and pays twice.
    await Promise.all(spaces.filter((_, index) => isRuled(index)).map(submitIn));
    const verdicts = await Promise.all(
      spaces.map((space) => callWire(`${url}/_mock/s/${space}/verdict`, {})),
    );
    expect(verdicts.map(({ body }) => findingsSchema.parse(body).findings)).toEqual(
      spaces.map((_, index) => (isRuled(index) ? [{ code: 'paid-twice' }] : [])),
    );
  });

  it('[mock.spaces.seed] have a seed that follows from the name, so that a space is the same in every process', async () => {
    const [one, other] = [await start(), await start()];
    const ids = await Promise.all(
      ['a', 'b'].flatMap((space) =>
        [one, other].map(({ url }) => accept(`${url}/s/${space}`, 'same')),
      ),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).toBe(ids[3]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  it('[mock.spaces.default] without a name are the default one, as the mock was before', async () => {
    const { url } = await start();
    const id = await accept(url, 'same');
    expect(id).toBe('gen_b1c62ad64b149f4480f98652');
    expect(await namesIn(url, 'default')).toEqual(['same']);
    await advance(url, 'default', 2_000);
    const { body } = await callWire(`${url}/s/default/v1/generations/${id}`, {});
    expect(body).toMatchObject({ output: { url: `/v1/results/${id}` } });
  });

  it.each([
    ['/s/a%20b/v1/generations', 'key-1', 'the name of a space has'],
    ['/s//v1/generations', 'key-1', 'the name of a space has'],
    ['/s/one//x/v1/generations', 'key-1', 'cannot be read'],
    ['/_mock/s/-/reset', null, 'the name of a space has'],
  ])(
    '[mock.spaces.named] are refused with 400 where they are misnamed: %s',
    async (path, key, words) => {
      const { url } = await start({ personalities: personalityNames });
      const refused = await callWire(url + path, { body: bodyOf('one'), key });
      expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
      expect(refused.text).toContain(words);
      expect(await spacesOf(url)).toMatchObject([{ name: 'default', accepted: 0 }]);
    },
  );

  it("[mock.spaces.links] put themselves into links, which the gateway's own client follows", async () => {
    const [path, key] = ['/s/one', 'key-1'];
    const { url } = await start();
    const id = await accept(url + path, 'linked', { key });
    await advance(url, 'one', 2_000);
    const { body } = await callWire(`${url}${path}/v1/generations/${id}`, { key });
    expect(body).toMatchObject({ output: { url: `/s/one/v1/results/${id}` } });
    expect((await callWire(`${url}/s/one/v1/results/${id}`, {})).status).toBe(200);

    const transport = createHttpTransport(url + path);
    closers.unshift(() => transport.close());
    const client = createMockClient({ transport, speed: 1, now: () => beginning });
    const prompt = '[[mock:queue=0s,run=0s]] linked too';
    const wish = { correlationId: 'job-1.1', key };
    const outcome = await submit({ client, now: () => beginning }, { prompt }, wish);
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
    const call = {
      account: accountOf(key),
      handle: outcome.handle,
      signal: AbortSignal.timeout(60_000),
    };
    const reported = await client.poll(call);
    if (reported.kind !== 'succeeded') throw new Error(reported.kind);
    const opened = await client.openResult({ ...call, output: reported.output });
    expect((await bytesOf(opened)).length).toBeGreaterThan(1_000);
  });

  it("[mock.spaces.links] put themselves into links of providers' wires, which need nothing else", async () => {
    const { url } = await start({ personalities: personalityNames });
    const made = await callWire(`${url}/s/one/ark/api/v3/contents/generations/tasks`, {
      body: {
        model: 'seedance-1-0-lite',
        content: [{ type: 'text', text: 'a kite [[mock:queue=0s,run=0s]]' }],
      },
    });
    expect(made.status, made.text).toBe(200);
    const tasks = `${url}/s/one/ark/api/v3/contents/generations/tasks`;
    const { body } = await callWire(`${tasks}/${idSchema.parse(made.body).id}`, {});
    const link = z.object({ content: z.object({ video_url: z.string() }) }).parse(body);
    expect(link.content.video_url).toMatch(`${url}/s/one/ark/files/cgt-`);
    const file = await fetch(link.content.video_url);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    const other = await fetch(link.content.video_url.replace('/s/one/', '/s/two/'));
    expect(other.status).toBe(403);
  });

  it('[mock.spaces.unspoken] say of a path of no API which ones are spoken there', async () => {
    const { url } = await start({ personalities: ['kling', 'ark'] });
    for (const path of ['/sora/v1/videos', '/v2/video/generations', '/']) {
      const stray = await callWire(`${url}/s/one${path}`, { body: bodyOf('one'), key: null });
      expect(stray).toMatchObject({ status: 404, body: { error: { kind: 'not_found' } } });
      expect(stray.text).toContain('spoken here: /s/one/v1/, /s/one/kling/, /s/one/ark/');
    }
    expect((await ledgerOf(url, 'one')).accepted).toBe(0);
  });

  it('[mock.spaces.control] are reset and described each for itself', async () => {
    const { url } = await start();
    for (const space of ['one', 'two']) await accept(`${url}/s/${space}`, 'job');
    await callWire(`${url}/_mock/s/one/accounts`, { body: { key: 'key-1', credits: 5 } });
    const creditsIn = async (space: string) =>
      (await callWire(`${url}/s/${space}/v1/account`, {})).body;
    expect(await creditsIn('one')).toMatchObject({ credits: 4 });
    expect(await creditsIn('two')).toMatchObject({ credits: 999_999 });
    expect(await callWire(`${url}/_mock/s/one/reset`, { body: {} })).toMatchObject({ status: 200 });
    expect([await namesIn(url, 'one'), await namesIn(url, 'two')]).toEqual([[], ['job']]);
    expect((await callWire(`${url}/_mock/s/one/other`, {})).status).toBe(404);
  });

  it('[mock.spaces.control] are listed, with their jobs, their time and their last use', async () => {
    const { url, pass } = await start();
    await accept(`${url}/s/one`, 'job');
    pass(2_000);
    await advance(url, 'two', 500);
    const at = (ms: number) => new Date(beginning + ms).toISOString();
    expect(await spacesOf(url)).toEqual([
      { name: 'default', accepted: 0, now: at(2_000), used_at: at(0) },
      { name: 'one', accepted: 1, now: at(2_000), used_at: at(0) },
      { name: 'two', accepted: 0, now: at(2_500), used_at: at(2_000) },
    ]);
    expect((await callWire(`${url}/_mock/spaces?a=b`, {})).status).toBe(400);
  });

  it('[mock.spaces.idle] are dropped after ten minutes without use', async () => {
    const { url, pass } = await start();
    await accept(`${url}/s/one`, 'job');
    await accept(url, 'job');
    pass(599_999);
    expect(await namesIn(url, 'one')).toEqual(['job']);
    pass(600_000);
    const dropped = await callWire(`${url}/_mock/s/one/ledger`, {});
    expect(dropped).toMatchObject({ status: 410, body: { error: { kind: 'dropped_space' } } });
    expect(dropped.text).toContain('its outcome was');
    expect(await namesIn(url)).toEqual(['job']);
  });

  it('[mock.spaces.bound] are refused with 400 beyond their number, on every wire and by every route', async () => {
    const { url } = await start({ mostSpaces: 2, personalities: personalityNames });
    await accept(`${url}/s/one`, 'job');
    for (const path of ['/s/two/v1/account', '/s/two/kling/tasks', '/_mock/s/two/clock']) {
      const body = path.startsWith('/_mock/') ? { body: {} } : {};
      const refused = await callWire(url + path, body);
      expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
      expect(refused.text).toContain('there are 2 spaces, the maximum');
    }
    expect(await namesIn(url, 'one')).toEqual(['job']);
  });

  it('[mock.spaces.drop] are dropped by DELETE, with the callers they keep waiting; the default one is not', async () => {
    const { url } = await start();
    const waiting = callWire(`${url}/s/one/v1/generations`, {
      body: bodyOf('job', '[[mock:response=hang]]'),
    }).catch((error: unknown) => error);
    await expect.poll(() => spacesOf(url)).toMatchObject([{}, { name: 'one', accepted: 1 }]);
    const drop = (path: string) => callWire(`${url}/_mock/${path}`, { method: 'DELETE' });
    expect((await drop('s/one')).body).toEqual({ dropped: true });
    expect(await waiting).toBeInstanceOf(TypeError);
    expect((await drop('s/one')).body).toEqual({ dropped: false });
    expect(await spacesOf(url)).toHaveLength(1);
    const refused = [await drop('s/default'), await drop(''), await drop('s/one?a=b')];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await callWire(`${url}/_mock/s/one/ledger`, {})).status).toBe(410);
  });
});

describe('the health of a mock', () => {
  it.each([true, false])(
    '[mock.health] is told under every name, with control routes or without (%s), and makes no space',
    async (control) => {
      const { url } = await start({ control });
      const { port } = new URL(url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(
        'GET /_mock/healthz HTTP/1.1\r\nhost: pod-7.example\r\nconnection: close\r\n\r\n',
      );
      let reply = '';
      socket.on('data', (piece: Buffer) => {
        reply += piece.toString('utf8');
      });
      await once(socket, 'close');
      expect(reply).toMatch(/^HTTP\/1.1 200 OK\r\n/);
      expect(reply).toMatch(/\{"status":"ok"\}$/);
      expect((await fetch(`${url}/_mock/healthz`, { method: 'POST' })).status).toBe(404);
    },
  );
});
