/** @module-tag long */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../http/raw-http.ts';
import { adminView } from './admin-view.ts';
import { adminPassword, type GatewayProcess } from './crash-harness.ts';
import { CrashScene, settledJobs } from './crash-scene.ts';

const logins = 300;
/** A connection with more than a hundred requests waiting is closed. */
const connections = 4;
/** Maximum number of failed logins of a caller, [guessing.login-caller]. */
const mostHashed = 20;
const downloads = 5;

let scene: CrashScene;
let gateway: GatewayProcess;
let jobId: string;

beforeAll(async () => {
  scene = await CrashScene.open(1);
  gateway = await scene.start((await scene.newData()).path);
  const prompt = 'a download [[mock:queue=0s,run=0s]]';
  await scene.create(gateway.tasksUrl, { prompt, key: 'a-download' });
  const [job] = await settledJobs(await adminView(gateway.localUrl), 1);
  jobId = job?.id ?? '';
}, 60_000);
afterAll(() => scene.close());

async function download(): Promise<void> {
  const { digest, named } = await scene.download(gateway.tasksUrl, jobId);
  expect(digest).toBe(named);
}

/** Logins over few connections, each sent before the response to the one before. */
class Storm {
  readonly #received = Array.from({ length: connections }, () => '');
  readonly #hashing = Promise.withResolvers<void>();
  /** Resolves when every connection is closed. */
  readonly over: Promise<unknown>;

  constructor() {
    this.over = Promise.all(this.#received.map((_, connection) => this.#send(connection)));
  }

  /** Resolves when one login has been hashed and the others wait, or when no further response will come. */
  async begun(): Promise<void> {
    await Promise.race([this.#hashing.promise, this.over]);
  }

  /** Number of responses so far with a status. */
  count(status: number): number {
    return this.#received.join('').split(`HTTP/1.1 ${status} `).length - 1;
  }

  async #send(connection: number): Promise<void> {
    const { hostname, port } = new URL(gateway.localUrl);
    const socket = connect(Number(port), hostname);
    socket.setEncoding('utf8').write(pipelinedLogins(connection));
    for await (const piece of socket) {
      this.#received[connection] += String(piece);
      if (this.count(401) > 0) this.#hashing.resolve();
    }
  }
}

function pipelinedLogins(connection: number): string {
  const { host } = new URL(gateway.localUrl);
  const most = logins / connections;
  const requests = Array.from({ length: most }, (_, index) => {
    const username = `name-${connection}-${index}`;
    const body = JSON.stringify({ username, password: 'guessed' });
    return [
      'POST /api/v1/auth/login HTTP/1.1',
      `Host: ${host}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `Connection: ${index === most - 1 ? 'close' : 'keep-alive'}`,
      '',
      body,
    ].join('\r\n');
  });
  return requests.join('');
}

describe('300 logins with random names, pipelined', () => {
  it('[guessing.login-beside-downloads] do not hold up a download, and few of them are hashed', async () => {
    await download();
    const storm = new Storm();
    await storm.begun();
    for (let count = 0; count < downloads; count += 1) await download();
    const hashedMeanwhile = storm.count(401);
    await storm.over;
    // Only hashed logins are answered 401.
    const hashed = storm.count(401);

    // The hashes are the clock: other load of the machine delays both.
    expect(hashedMeanwhile).toBeLessThan(hashed / 2);
    expect(hashed).toBeLessThanOrEqual(mostHashed);
    expect(hashed + storm.count(429) + storm.count(503)).toBe(logins);
  }, 60_000);

  it('[guessing.login-caller] leave the administrator a way in, from another address', async () => {
    const statusFrom = async (
      localAddress: string,
      username = 'admin',
      password = adminPassword,
    ): Promise<number> => {
      const response = await sendRaw({
        url: `${gateway.localUrl}/api/v1/auth/login`,
        method: 'POST',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ username, password }),
        localAddress,
      });
      return response.status;
    };
    for (let index = 0; index < 20; index += 1)
      await statusFrom('127.0.0.1', `another-${index}`, 'guessed');
    expect([await statusFrom('127.0.0.2'), await statusFrom('127.0.0.1')]).toEqual([200, 429]);
  });
});
