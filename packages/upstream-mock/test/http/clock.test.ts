import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { personalityNames } from '../../src/wires/personality-names.ts';
import { type MockServerOptions, startMockServer } from '../../src/server/mock-server.ts';
import { beginning } from '../support/open-world.ts';
import { callWire } from '../support/personalities/personality-server.ts';
import { wireHabits } from '../support/personalities/wire-habits.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** An instant of the real clock, which is stopped until `pass` moves it. */
const realTime = Date.UTC(2026, 10, 25, 12);

async function start(options: Partial<MockServerOptions> = {}) {
  let now = realTime;
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
  const { url } = server;
  const pass = (ms: number) => {
    now += ms;
  };
  const control = (path: string, body?: unknown) => callWire(`${url}/_mock/${path}`, { body });
  return { url, pass, control };
}

const clockSchema = z.strictObject({
  mode: z.string(),
  speed: z.number(),
  now: z.iso.datetime(),
  next: z.iso.datetime().nullable(),
  waiting: z.int(),
});

function readClock({ status, body, text }: Awaited<ReturnType<typeof callWire>>) {
  expect(status, text).toBe(200);
  return clockSchema.parse(body);
}

function at(ms: number): string {
  return new Date(beginning + ms).toISOString();
}

function bodyOf(name: string, tokens = 'queue=1s,run=2s') {
  return {
    correlation_id: name,
    model: 'vm_std-2.0',
    media_type: 'image',
    prompt: `${name} [[mock:${tokens}]]`,
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

function submit(url: string, name: string, tokens?: string) {
  return callWire(`${url}/v1/generations`, { body: bodyOf(name, tokens) });
}

const idSchema = z.object({ id: z.string() });
const statusSchema = z.object({ status: z.string() });

async function accept(url: string, name: string, tokens?: string): Promise<string> {
  return idSchema.parse((await submit(url, name, tokens)).body).id;
}

async function statusAt(url: string, id: string): Promise<string> {
  const { body } = await callWire(`${url}/v1/generations/${id}`, {});
  return statusSchema.parse(body).status;
}

describe('the clock of a space', () => {
  it('[mock.clock.modes] goes as --speed says until it is told otherwise', async () => {
    const { control, pass } = await start({ speed: 20 });
    const real = new Date(realTime).toISOString();
    expect(readClock(await control('clock'))).toEqual({
      mode: 'scaled(20)',
      speed: 20,
      now: real,
      next: null,
      waiting: 0,
    });
    pass(1_000);
    await control('s/one/reset', {});
    expect(readClock(await control('s/one/clock'))).toMatchObject({
      mode: 'scaled(20)',
      now: new Date(realTime + 1_000).toISOString(),
    });
    expect(readClock(await (await start()).control('clock'))).toMatchObject({ mode: 'real' });
  });

  it('[mock.clock.modes] stands still while it is frozen, from 2026-01-01 on, and no other space does', async () => {
    const { control, pass, url } = await start({ spaceIdleMs: 0 });
    const frozen = readClock(await control('s/one/clock', { mode: 'frozen' }));
    expect(frozen).toEqual({ mode: 'frozen', speed: 1, now: at(0), next: null, waiting: 0 });
    const id = await accept(`${url}/s/one`, 'job');
    pass(1e9);
    expect(readClock(await control('s/one/clock'))).toMatchObject({ now: at(0), next: at(1_000) });
    expect(await statusAt(`${url}/s/one`, id)).toBe('queued');
    expect(readClock(await control('s/one/clock', { advance: 999 })).now).toBe(at(999));
    expect(await statusAt(`${url}/s/one`, id)).toBe('queued');
    expect(readClock(await control('s/one/clock', { next: true })).now).toBe(at(1_000));
    expect(await statusAt(`${url}/s/one`, id)).toBe('running');
    expect(readClock(await control('s/one/clock', { untilIdle: true }))).toMatchObject({
      now: at(3_000),
      next: null,
    });
    expect(await statusAt(`${url}/s/one`, id)).toBe('completed');
    expect(readClock(await control('clock'))).toMatchObject({ mode: 'real' });
  });

  it('[mock.clock.modes] is set to an instant, and goes back only before there are jobs', async () => {
    const { control, url } = await start();
    const set = (text: string, more: object = {}) => control('s/one/clock', { set: text, ...more });
    const past = readClock(await set('2001-02-03T04:05:06+01:00', { mode: 'frozen' }));
    expect(past.now).toBe('2001-02-03T03:05:06.000Z');
    expect(readClock(await set('2000-01-01T00:00:00Z')).now).toBe('2000-01-01T00:00:00.000Z');
    await accept(`${url}/s/one`, 'job');
    const refused = await set('1999-01-01T00:00:00Z', { mode: 'real' });
    expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
    expect(refused.text).toContain('with jobs it cannot go back');
    expect(readClock(await control('s/one/clock')).mode).toBe('frozen');
    expect(readClock(await set('2000-01-02T00:00:00Z')).now).toBe('2000-01-02T00:00:00.000Z');
    await control('s/one/reset');
    expect((await control('s/one/reset', {})).status).toBe(200);
    expect(readClock(await control('s/one/clock'))).toMatchObject({
      mode: 'frozen',
      now: '2000-01-01T00:00:00.000Z',
    });
  });

  it('[mock.clock.modes] runs on from where it stands, and takes less time when it is scaled', async () => {
    const { control, pass, url } = await start();
    await control('clock', { mode: 'frozen' });
    expect(readClock(await control('clock', { mode: 'scaled(10)' }))).toMatchObject({
      mode: 'scaled(10)',
      now: at(0),
    });
    const id = await accept(url, 'job');
    pass(299);
    expect(await statusAt(url, id)).toBe('running');
    pass(1);
    expect(await statusAt(url, id)).toBe('completed');
  });

  it.each([
    [{ mode: 'fast' }, 'one of real, scaled(20), frozen'],
    [{ mode: 'scaled(0)' }, 'the number in scaled(0) must be above 0'],
    [{ advance: -1 }, 'advance'],
    [{ advance: 1, next: true }, 'one of set, advance, next and untilIdle'],
    [{ set: 'tomorrow' }, 'set'],
    [{ set: '1960-01-01T00:00:00Z' }, 'from 1970 on'],
    [{ next: false }, 'next'],
    [{ mode: 'frozen', advance: 3_153_600_000_000, set: '9999-01-01T00:00:00Z' }, 'one of set'],
  ])('[mock.control-fields] refuses %j and does nothing', async (body, words) => {
    const { control } = await start();
    const before = await control('clock');
    const refused = await control('clock', body);
    expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
    expect(refused.text).toContain(words);
    expect((await control('clock')).text).toBe(before.text);
  });

  it('[mock.clock-limit] goes up to the end of the year 9999 by every move', async () => {
    const { control, url } = await start();
    await control('clock', { mode: 'frozen', set: '9999-12-31T23:59:59.000Z' });
    await accept(url, 'job');
    const refused = await control('clock', { advance: 1_000, mode: 'real' });
    expect(refused.text).toContain(
      'advance: the clock cannot go beyond 9999-12-31T23:59:59.999Z, which is 999 ms ahead',
    );
    expect(refused.status).toBe(400);
    for (const body of [{ next: true }, { untilIdle: true }])
      expect(readClock(await control('clock', body))).toMatchObject({ next: null });
    expect(readClock(await control('clock'))).toMatchObject({
      mode: 'frozen',
      now: '9999-12-31T23:59:59.000Z',
    });
    expect(readClock(await control('clock', { advance: 999 })).now).toBe(
      '9999-12-31T23:59:59.999Z',
    );
  });

  it('[mock.clock-limit] stops there if it runs', async () => {
    const { control, pass } = await start();
    await control('clock', { mode: 'real', set: '9999-12-31T23:59:59.000Z' });
    pass(5_000);
    const last = { now: '9999-12-31T23:59:59.999Z', next: null };
    expect(readClock(await control('clock'))).toMatchObject(last);
    expect(readClock(await control('clock', { untilIdle: true }))).toMatchObject(last);
    expect((await control('clock', { advance: 1 })).text).toContain('which is 0 ms ahead');
  });

  it.each(['nope', '{"advance":NaN}', '{"mode":'])(
    '[mock.control-fields] says that %s is no JSON, and where',
    async (body) => {
      const { control } = await start();
      const refused = await control('clock', body);
      expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
      expect(refused.text).toMatch(/the body is not JSON: .*(position|end|token)/);
    },
  );
});

it('[mock.control-fields] refuses a body that has a key twice', async () => {
  const { control } = await start();
  const refused = await control('clock', '{"advance":1,"advance":2}');
  expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
  expect(refused.text).toContain('the body has the key \\"advance\\" twice');
});

describe('a caller who is kept waiting', () => {
  it.each(['advance', 'next', 'untilIdle'] as const)(
    '[mock.clock.settled] [mock.lost-answers] has the connection reset before the move (%s) is answered',
    async (way) => {
      const { control, url } = await start();
      await control('clock', { mode: 'frozen' });
      let outcome = 'waiting';
      const call = submit(url, 'job', 'queue=1h,run=1h,response=hang:30s').then(
        () => 'answered',
        () => 'reset',
      );
      void call.then((how) => {
        outcome = how;
      });
      await expect
        .poll(async () => readClock(await control('clock')))
        .toMatchObject({ waiting: 1, next: at(30_000) });
      await control('clock', { advance: 29_999 });
      expect([outcome, readClock(await control('clock')).waiting]).toEqual(['waiting', 1]);
      await control('clock', { [way]: way === 'advance' ? 1 : true });
      expect(readClock(await control('clock')).waiting).toBe(0);
      expect(await call).toBe('reset');
      expect(readClock(await control('clock')).now).toBe(
        way === 'untilIdle' ? at(2 * 3_600_000) : at(30_000),
      );
      const { body } = await control('ledger');
      expect(body).toMatchObject({ accepted: 1, jobs: [{ answered: false }] });
    },
  );

  it('[mock.clock.settled] is let go at once where the clock runs and the time is over', async () => {
    const { url } = await start({ now: () => Date.now(), speed: 100_000 });
    await expect(submit(url, 'job', 'response=hang:30s')).rejects.toThrow(TypeError);
    await expect(submit(url, 'job', 'response=hang:0s')).rejects.toThrow(TypeError);
  });

  it.each([
    ['response=hang:30s,accepted=no', 0],
    ['response=hang:30s', 1],
  ])('[mock.lost-answers] [mock.lost-request] %s ends after its time', async (token, accepted) => {
    const { control, url } = await start();
    await control('clock', { mode: 'frozen' });
    const call = submit(url, 'job', token).catch((error: unknown) => error);
    const clock = async () => readClock(await control('clock'));
    await expect.poll(clock).toMatchObject({ waiting: 1 });
    await control('clock', { advance: 30_000 });
    expect(await call).toBeInstanceOf(TypeError);
    expect((await control('ledger')).body).toMatchObject({ accepted });
  });

  it.each(wireHabits)('[mock.lost-answers] is kept by $name, too', async (habits) => {
    const { url, control } = await start({ personalities: personalityNames });
    await control('clock', { mode: 'frozen' });
    const { path, ...call } = habits.submission('a kite [[mock:queue=1s,run=1s,response=hang:1m]]');
    const sent = callWire(`${url}/${habits.name}${path}`, { ...call, wire: habits.name });
    const outcome = sent.catch((error: unknown) => error);
    await expect.poll(async () => readClock(await control('clock')).waiting).toBe(1);
    expect(readClock(await control('clock', { untilIdle: true }))).toMatchObject({
      now: at(60_000),
      waiting: 0,
    });
    expect(await outcome).toBeInstanceOf(TypeError);
  });

  it('[mock.clock.reset] has the connection reset with the space', async () => {
    const { control, url } = await start();
    const outcome = submit(`${url}/s/one`, 'job', 'response=hang').catch((error: unknown) => error);
    await expect.poll(async () => readClock(await control('s/one/clock')).waiting).toBe(1);
    expect(readClock(await control('s/one/clock', { untilIdle: true })).waiting).toBe(1);
    await control('s/one/reset', {});
    expect(readClock(await control('s/one/clock')).waiting).toBe(0);
    expect(await outcome).toBeInstanceOf(TypeError);
  });
});

describe('frozen spaces', () => {
  it('[mock.clock.modes] have ledgers of the same bytes in every process, in whichever order and at whatever time they run', async () => {
    const run = async (spaces: readonly string[], speed: number) => {
      const { control, pass, url } = await start({ speed });
      const ledgers: Record<string, string> = {};
      for (const space of spaces) {
        pass(12_345);
        await control(`s/${space}/clock`, { mode: 'frozen' });
        await accept(`${url}/s/${space}`, 'one', 'findable');
        await control(`s/${space}/clock`, { next: true });
        await accept(`${url}/s/${space}`, 'two', 'fail=policy');
        await control(`s/${space}/clock`, { untilIdle: true });
        ledgers[space] = (await control(`s/${space}/ledger`)).text;
      }
      return ledgers;
    };
    const first = await run(['a', 'b', 'c'], 1);
    expect(await run(['c', 'a', 'b'], 20)).toEqual(first);
    expect(new Set(Object.values(first)).size).toBe(3);
  });
});
