import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdminApi, createRequestBounds, type RequestLimits } from '../../src/index.ts';
import { AdminTestApi, credentials } from '../doubles/admin-test-api.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { fast } from '../doubles/chat-bodies.ts';
import { generousLimits } from '../doubles/generous-limits.ts';
import { listen, openRaw, type RawConnection } from '../doubles/raw-http.ts';
import { createLocalTestApi } from '../doubles/local-test-api.ts';
import { createTestApi, type TestApi } from '../doubles/video-task-test-api.ts';

interface Bounded extends TestApi {
  open(): Promise<RawConnection>;
}

async function bounded(limits: Partial<RequestLimits>): Promise<Bounded> {
  const api = await createTestApi({ limits: { ...generousLimits, ...limits } });
  api.app.post('/open', () => 'taken');
  const opened: RawConnection[] = [];
  onTestFinished(async () => {
    for (const { socket } of opened) socket.destroy();
    await api.app.close();
  });
  const port = await listen(api.app);
  return {
    ...api,
    async open() {
      const connection = await openRaw(port);
      opened.push(connection);
      return connection;
    },
  };
}

type Credential = TestApi['alice'];

/** Begins a creation of this many bytes and sends none of them; `chunked` announces no length. */
function begin({ authorization }: Credential, bytes: number | 'chunked'): string {
  const length = bytes === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${bytes}`;
  return `POST /v1/videos HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;
}

/** Returns a well-formed body of this many bytes. */
const bodyOf = (bytes: number): string => '{"prompt":"a"}'.padEnd(bytes);
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
/** Bytes of each body that are not counted. */
const small = 16 * 1024;

/** Waits until sockets and promises have settled. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves when the server has read the sent bytes. */
async function taken(connection: RawConnection): Promise<void> {
  connection.send('{');
  await settle();
}

/** Advances the clock, second by second. */
async function pass({ clock }: Pick<TestApi, 'clock'>, seconds: number): Promise<void> {
  for (let index = 0; index < seconds; index += 1) {
    clock.advance(1000);
    await settle();
  }
}

describe('bytes of bodies', () => {
  const bodyBytes = { each: 100_000, inAll: 150_000 };
  /** Makes the server hold this many bytes of an unfinished creation's body. */
  const hold = async (api: Bounded, caller: Credential, bytes: number): Promise<RawConnection> => {
    const connection = await api.open();
    connection.send(begin(caller, 1_000_000) + bodyOf(small + bytes));
    await settle();
    expect(connection.text()).toBe('');
    return connection;
  };

  it('[flow.bytes.bounded] that are announced and do not come take nothing from anyone', async () => {
    const mebibyte = 1024 * 1024;
    const api = await bounded({ bodyBytes: { each: 192 * mebibyte, inAll: 256 * mebibyte } });
    for (let index = 0; index < 4; index += 1) {
      const announced = await api.open();
      announced.send(begin(index % 2 === 0 ? api.alice : api.bob, 64 * mebibyte));
      await taken(announced);
    }
    for (const caller of [api.alice, api.bob]) {
      const victim = await api.open();
      victim.send(begin(caller, 90_000) + bodyOf(90_000));
      expect(await victim.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 202 /);
    }
  });

  it.each(['announced', 'chunked'])(
    '[flow.bytes.bounded] beyond the share of one caller get 429, and cost the others nothing: %s',
    async (kind) => {
      const api = await bounded({ bodyBytes });
      const first = await hold(api, api.alice, 60_000);
      const second = await api.open();
      const body = bodyOf(small + 60_000);
      if (kind === 'chunked') second.send(begin(api.alice, 'chunked') + chunk(body));
      else second.send(begin(api.alice, body.length) + body);
      const refusal = await second.until('}}');
      expect(refusal).toMatch(/^HTTP\/1\.1 429 /);
      expect(refusal).toMatch(/^retry-after: \d+\r$/im);
      expect(refusal).toContain('"code":"too_many_requests"');
      expect(refusal).toContain('100000 bytes of request bodies');

      const other = await api.open();
      other.send(begin(api.bob, 60_000) + bodyOf(60_000));
      expect(await other.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 202 /);

      first.socket.destroy();
      const again = async (): Promise<string> => {
        const third = await api.open();
        third.send(begin(api.alice, 110_000) + bodyOf(110_000));
        return await third.until('\r\n\r\n');
      };
      await expect.poll(again).toMatch(/^HTTP\/1\.1 202 /);
    },
  );

  it('[flow.bytes.bounded] beyond the common limit get 503', async () => {
    const api = await bounded({ bodyBytes });
    const first = await hold(api, api.alice, 99_000);
    const other = await api.open();
    other.send(begin(api.bob, 80_000) + bodyOf(80_000));
    const refusal = await other.until('}}');
    expect(refusal).toMatch(/^HTTP\/1\.1 503 /);
    expect(refusal).toMatch(/^retry-after: \d+\r$/im);
    expect(refusal).toContain('"code":"overloaded"');
    first.socket.destroy();
    const retried = async (): Promise<string> => {
      const again = await api.open();
      again.send(begin(api.bob, 80_000) + bodyOf(80_000));
      return await again.until('\r\n\r\n');
    };
    await expect.poll(retried).toMatch(/^HTTP\/1\.1 202 /);
  });

  it('[flow.bytes.bounded] of a body too long for its route cost nothing', async () => {
    const api = await bounded({ bodyBytes: { each: 1_000, inAll: 1_000 } });
    const connection = await api.open();
    connection.send(begin(api.alice, 1_000_000_000));
    expect(await connection.until('}}')).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('[flow.bytes.small] of a small body are accepted while others have no room', async () => {
    const api = await bounded({ bodyBytes: { each: 1, inAll: 1 } });
    const connection = await api.open();
    connection.send(begin(api.alice, small) + bodyOf(small));
    expect(await connection.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 202 /);
    const longer = await api.open();
    longer.send(begin(api.alice, small + 2) + bodyOf(small + 2));
    expect(await longer.until('}}')).toMatch(/^HTTP\/1\.1 429 /);
  });

  it('[flow.slowest-goes] of the slowest body make room, and its caller gets the reason', async () => {
    const api = await bounded({ bodyBytes: { each: 600_000, inAll: 650_000 } });
    const slowest = await hold(api, api.alice, 350_000);
    const quick = await hold(api, api.bob, 10_000);
    for (let second = 0; second < 5; second += 1) {
      await pass(api, 1);
      quick.send(' '.repeat(66_000));
      await settle();
    }
    const reported = await slowest.closed();
    expect(reported).toMatch(/^HTTP\/1\.1 503 [^]*650000 bytes of request bodies[^]*slowest/);
    expect(reported).toMatch(/^connection: close\r$/im);
    expect(quick.text()).toBe('');
  });

  it('[flow.slowest-goes] stay with bodies that come at a good pace: the next one is refused', async () => {
    const api = await bounded({ bodyBytes });
    const quick = await hold(api, api.alice, 20_000);
    await hold(api, api.bob, 50_000);
    await pass(api, 1);
    quick.send(' '.repeat(79_000));
    await pass(api, 1);
    const other = await api.open();
    other.send(begin(api.bob, 60_000) + bodyOf(60_000));
    expect(await other.until('}}')).toMatch(/^HTTP\/1\.1 503 /);
    expect(quick.text()).toBe('');
  });

  it('[flow.unknown.share] of callers without a credential have a sixteenth of them', async () => {
    const api = await bounded({ bodyBytes: { each: 160_000, inAll: 160_000 } });
    const connection = await api.open();
    const bytes = small + 10_001;
    connection.send(
      `POST /open HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`,
    );
    expect(await connection.until('}')).toMatch(/^HTTP\/1\.1 429 /);
  });
});

it('[flow.bytes.let-go] a call that waits for its generation leaves its share of bytes to the next one', async () => {
  const bodyBytes = { each: 100_000, inAll: 100_000 };
  const api = await createLocalTestApi({ limits: { ...generousLimits, bodyBytes } });
  const leave = new AbortController();
  onTestFinished(async () => {
    leave.abort();
    await api.app.close();
  });
  const port = await listen(api.app);
  const message = { role: 'user', content: 'a fox' };
  const body = JSON.stringify({ model: fast, messages: [message] }).padEnd(small + 90_000);
  const call = (): Promise<number | undefined> =>
    fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...api.service, 'content-type': 'application/json' },
      body,
      signal: leave.signal,
    }).then(
      ({ status }) => status,
      () => undefined,
    );
  const waiting = [call()];
  await expect.poll(() => api.gateway.commands.length).toBe(1);
  waiting.push(call());
  await expect.poll(() => api.gateway.commands.length).toBe(2);
  leave.abort();
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
});

describe('a bad credential', () => {
  it('[flow.refusal.before-body] is refused before a byte of the body, and holds nothing', async () => {
    const api = await bounded({ bodyBytes: { each: 10, inAll: 10 } });
    const wrong = { authorization: 'Bearer wrong-key' };
    for (const path of [
      '/v1/videos',
      '/v1/videos/generations',
      '/api/v1/assets',
      '/api/v1/video-jobs',
    ]) {
      const connection = await api.open();
      connection.send(begin(wrong, 1_000_000).replace('/v1/videos', path));
      expect(await connection.until('}}')).toMatch(/^HTTP\/1\.1 401 /);
    }
  });
});

describe('open requests', () => {
  it('[flow.requests.bounded] of one caller beyond its share get 429, and the share is released with the responses', async () => {
    const api = await bounded({ openRequests: { each: 2, inAll: 3 } });
    const [one, two, three, bob, four] = await Promise.all(
      Array.from({ length: 5 }, () => api.open()),
    );
    if (one === undefined || two === undefined || three === undefined) throw new Error();
    if (bob === undefined || four === undefined) throw new Error();
    for (const open of [one, two]) {
      open.send(begin(api.alice, 20));
      await taken(open);
    }
    three.send(begin(api.alice, 20));
    expect(await three.until('}}')).toMatch(/^HTTP\/1\.1 429 [^]*2 requests/);
    bob.send(begin(api.bob, 20));
    await taken(bob);
    four.send(begin(api.bob, 20));
    expect(await four.until('}}')).toMatch(/^HTTP\/1\.1 503 [^]*3 requests/);
    one.socket.destroy();
    two.socket.destroy();
    const response = async (): Promise<number> => {
      const headers = { ...api.alice, 'content-type': 'application/json' };
      const sent = await api.app.inject({ method: 'GET', url: '/v1/models', headers });
      return sent.statusCode;
    };
    await expect.poll(response).toBe(200);
  });
});

describe('logins of callers who have no credential yet', () => {
  async function adminApi(limits: Partial<RequestLimits>) {
    const clock = createManualClock();
    const app = Fastify();
    onTestFinished(() => app.close());
    createRequestBounds({ ...generousLimits, ...limits }, clock).apply(app);
    await app.register(createAdminApi(new AdminTestApi().deps('http://x')));
    const port = await listen(app);
    const open = async (): Promise<RawConnection> => {
      const connection = await openRaw(port);
      onTestFinished(() => void connection.socket.destroy());
      return connection;
    };
    const login = (body: string, bytes = body.length): string =>
      `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\norigin: http://x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n${body}`;
    return { clock, open, login };
  }

  it('[flow.bytes.small] have room however many bytes others announce, and none may be longer than that', async () => {
    const { open, login } = await adminApi({ bodyBytes: { each: 1, inAll: 1 } });
    const long = await open();
    long.send(login('{', 1024 * 1024));
    expect(await long.until('}')).toMatch(/^HTTP\/1\.1 413 [^]*16384 bytes/);
    const right = await open();
    right.send(login(JSON.stringify(credentials).padEnd(16 * 1024)));
    expect(await right.until('}')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('[flow.slowest-goes] replace one that stalls', async () => {
    const { open, login, clock } = await adminApi({ openRequests: { each: 32, inAll: 32 } });
    const slow = [await open(), await open()];
    for (const connection of slow) {
      connection.send(login('{', 1000));
      await settle();
    }
    const early = await open();
    early.send(login('{}'));
    expect(await early.until('}')).toMatch(/^HTTP\/1\.1 429 [^]*2 requests/);
    await pass({ clock }, 3);
    const right = await open();
    right.send(login(JSON.stringify(credentials)));
    expect(await right.until('}')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await slow[0]?.closed()).toMatch(/^HTTP\/1\.1 429 [^]*2 requests[^]*slowest/);
    expect(slow[1]?.text()).toBe('');
  });
});

describe('downloads', () => {
  interface Video {
    readonly id: string;
    /** Requests the video with alice's key. */
    readonly withKey: string;
    /** Requests the video by its signed link. */
    readonly byLink: string;
  }

  async function video({ app, gateway, alice }: TestApi, bytes = 30_000_000): Promise<Video> {
    const headers = alice;
    const payload = { prompt: 'x' };
    const made = await app.inject({ method: 'POST', url: '/v1/videos', headers, payload });
    const { id } = made.json<{ readonly id: string }>();
    gateway.complete(id, new Uint8Array(bytes));
    const read = await app.inject({ url: `/v1/videos/${id}`, headers });
    const link = new URL(read.json<{ readonly video_url: string }>().video_url);
    return {
      id,
      withKey: `GET /v1/videos/${id}/content HTTP/1.1\r\nhost: x\r\nauthorization: ${alice.authorization}\r\n\r\n`,
      byLink: `GET ${link.pathname}${link.search} HTTP/1.1\r\nhost: x\r\n\r\n`,
    };
  }

  /** Begins a download and reads nothing of it. */
  async function unread(api: Bounded, get: string): Promise<RawConnection> {
    const { openFiles } = api.gateway;
    const connection = await api.open();
    connection.socket.pause();
    connection.send(get);
    await expect.poll(() => api.gateway.openFiles).toBe(openFiles + 1);
    return connection;
  }

  it('[flow.files.bounded] beyond the share of one caller get 429, others continue', async () => {
    const api = await bounded({ openFiles: { each: 2, inAll: 3 } });
    const { withKey } = await video(api);
    const slow = [await unread(api, withKey), await unread(api, withKey)];
    const third = await api.open();
    third.send(withKey);
    expect(await third.until('}}')).toMatch(/^HTTP\/1\.1 429 [^]*2 downloads/);
    for (const { socket } of slow) socket.destroy();
    await expect.poll(() => api.gateway.openFiles).toBe(0);
    const again = await api.open();
    again.send(withKey);
    expect(await again.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    again.socket.destroy();
    await expect.poll(() => api.gateway.openFiles).toBe(0);
  });

  it('[flow.files.links] by signed links leave a quarter of all to callers with a key', async () => {
    const api = await bounded({ openFiles: { each: 4, inAll: 4 } });
    const { withKey, byLink } = await video(api);
    for (let index = 0; index < 3; index += 1) await unread(api, byLink);
    const linked = await api.open();
    linked.send(byLink);
    expect(await linked.until('}}')).toMatch(/^HTTP\/1\.1 503 [^]*3 downloads by signed links/);
    const keyed = await api.open();
    keyed.send(withKey);
    expect(await keyed.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(['of one caller', 'of all callers'])(
    '[flow.slowest-goes] replace the slowest %s',
    async (whose) => {
      const limits = whose === 'of one caller' ? { each: 2, inAll: 9 } : { each: 9, inAll: 2 };
      const api = await bounded({ openFiles: limits });
      const { withKey } = await video(api);
      const slowest = await unread(api, withKey);
      await pass(api, 3);
      const slow = await unread(api, withKey);
      await pass(api, 30);
      const next = await api.open();
      next.send(withKey);
      expect(await next.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
      slowest.socket.resume();
      await slowest.closed();
      slow.socket.resume();
      await slow.until('\r\n\r\n');
      await expect.poll(() => slow.socket.bytesRead).toBeGreaterThan(30_000_000);
      const [line] = await api.log.until('result_sent');
      expect(line?.text).toContain('"end":"too-slow"');
    },
  );

  it('[flow.files.floor] that take no piece in its time are cut, and no sooner', async () => {
    const api = await bounded({});
    const { withKey } = await video(api);
    const connection = await unread(api, withKey);
    // A minute, and a second for each KiB of the 512 that are handed to the system at once.
    await pass(api, 60 + 511);
    expect(api.gateway.openFiles).toBe(1);
    await pass(api, 4);
    await expect.poll(() => api.gateway.openFiles).toBe(0);
    connection.socket.resume();
    await connection.closed();
  });

  it('[flow.pipelining.in-turn] pipelined on a connection that is not read open one file', async () => {
    const api = await bounded({});
    const { withKey } = await video(api);
    const connection = await api.open();
    connection.socket.pause();
    connection.send(withKey.repeat(60));
    await expect.poll(() => api.gateway.openFiles).toBeGreaterThan(0);
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(api.gateway.openFiles).toBe(1);
    connection.socket.destroy();
    await expect.poll(() => api.gateway.openFiles).toBe(0);
  });

  it('[flow.pipelining.in-turn] pipelined responses come whole and in order', async () => {
    const api = await bounded({});
    const connection = await api.open();
    const get = (path: string): string =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${api.alice.authorization}\r\n\r\n`;
    const paths = Array.from({ length: 40 }, (_, index) => `/v1/videos/vt_${index}`);
    connection.send(paths.map((path) => get(path)).join('') + get('/v1/models'));
    const text = await connection.until('"object":"list"');
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    expect(statuses).toEqual([...paths.map(() => '404'), '200']);
  });

  it('[flow.pipelining.depth] too many requests sent ahead close the connection', async () => {
    const api = await bounded({});
    const connection = await api.open();
    const get = `GET /v1/models HTTP/1.1\r\nhost: x\r\nauthorization: ${api.alice.authorization}\r\n\r\n`;
    connection.send(get.repeat(400));
    await connection.closed();
    const health = await api.open();
    health.send(get);
    expect(await health.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('connections', () => {
  /** Resolves to true if the server closes the connection instead of responding to a request without a credential. */
  const isClosed = (connection: RawConnection): Promise<boolean> => {
    connection.send('GET /none HTTP/1.1\r\nhost: x\r\n\r\n');
    return connection.until('HTTP/1.1 ').then(
      () => false,
      () => true,
    );
  };

  it('[flow.connections.bounded] of one block of addresses are closed beyond its limit until a credential was accepted over them', async () => {
    const connections = { inAll: 100, unknownEach: 2, isShared: () => false };
    const api = await bounded({ connections });
    const first = await api.open();
    const second = await api.open();
    const third = await api.open();
    expect(await isClosed(third)).toBe(true);
    expect(await isClosed(first)).toBe(false);
    const get = `GET /v1/models HTTP/1.1\r\nhost: x\r\nauthorization: ${api.alice.authorization}\r\n\r\n`;
    first.send(get);
    await first.until('"data"');
    const fourth = await api.open();
    expect(await isClosed(fourth)).toBe(false);
    second.socket.destroy();
    const opensAgain = async (): Promise<boolean> => isClosed(await api.open());
    await expect.poll(opensAgain).toBe(false);
  });

  it('[flow.connections.bounded] of addresses that many callers share have no limit of their own, and all have one', async () => {
    const connections = { inAll: 4, unknownEach: 1, isShared: () => true };
    const api = await bounded({ connections });
    const opened: RawConnection[] = [];
    for (let count = 0; count < 5; count += 1) opened.push(await api.open());
    expect(await Promise.all(opened.map(isClosed))).toEqual([false, false, false, false, true]);
  });
});
