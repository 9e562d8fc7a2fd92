import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBytes, sendRaw } from '../http/raw-http.ts';
import { adminView } from './admin-view.ts';
import { adminPassword, type GatewayProcess } from './crash-harness.ts';
import { CrashScene, settledJobs } from './crash-scene.ts';

const logins = 300;
/** A connection with more than a hundred requests waiting is closed. */
const connections = 4;
const downloads = 25;
/**
 * What a file may take beside the logins, as a multiple of what it takes alone. Behind 300 hashes it is above a hundred, and
 * on a machine with much else to do it was 21.
 */
const mostDelay = 30;

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

/** How long some downloads take one after the other, in ms. */
async function timeDownloads(): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < downloads; count += 1) {
    const { digest, named } = await scene.download(gateway.tasksUrl, jobId);
    expect(digest).toBe(named);
  }
  return performance.now() - start;
}

/** Logins over few connections, each sent before the one before is answered. */
async function storm(): Promise<string> {
  const responses = Array.from({ length: connections }, (_, number) => pipelinedLogins(number));
  return (await Promise.all(responses)).join('');
}

function pipelinedLogins(connection: number): Promise<string> {
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
  return sendBytes(gateway.localUrl, requests.join(''));
}

describe('300 logins with random names, pipelined', () => {
  it('[guessing.login-beside-downloads] do not hold up a download, and few of them are hashed', async () => {
    await timeDownloads();
    const quiet = await timeDownloads();
    const answered = storm();
    const beside = await timeDownloads();
    const statuses = [...(await answered).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => code);
    const count = (status: string): number => statuses.filter((code) => code === status).length;

    expect(beside / quiet).toBeLessThan(mostDelay);
    // Only what was hashed is answered 401.
    expect(count('401')).toBeGreaterThan(0);
    expect(count('401')).toBeLessThanOrEqual(20);
    expect(count('401') + count('429') + count('503')).toBe(logins);
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
