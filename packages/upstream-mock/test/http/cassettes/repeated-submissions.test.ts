import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReplayMode } from '../../../src/cassettes/cassette-mode.ts';
import { startMockServer } from '../../../src/server/mock-server.ts';
import { cassetteFolder, recordOf } from '../../support/cassettes/record.ts';
import { upstreamOf } from '../../support/cassettes/upstream.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const json = { 'content-type': 'application/json' };

async function statusOf(url: string): Promise<number> {
  const init = { method: 'POST', body: '{"prompt":"a kite"}', headers: json };
  const reply = await fetch(`${url}/openai/v1/videos`, init);
  await reply.text();
  return reply.status;
}

/** A cassette of one submission with these responses of the provider. */
async function recorded(statuses: readonly number[]) {
  const folder = cassetteFolder();
  closers.push(folder.remove);
  let made = 0;
  const upstream = await upstreamOf((_request, response) => {
    const status = statuses[made++] ?? 500;
    const body = status < 300 ? { id: `video_1234567${made}` } : { error: { code: status } };
    response.writeHead(status, json).end(JSON.stringify(body));
  });
  const recorder = await recordOf(`http://${upstream.host}`, folder.path);
  for (const status of statuses) expect(await statusOf(recorder.url)).toBe(status);
  expect(await recorder.finish()).toMatchObject({ kind: 'finished' });
  await upstream.close();
  const ledgerFile = join(dirname(folder.path), 'ledger.ndjson');
  let server: Awaited<ReturnType<typeof startMockServer>> | undefined;
  const stop = async () => await server?.close();
  closers.push(stop);
  /** A replay on the ledger of the one before, which it ends. */
  return async (mode: ReplayMode) => {
    await stop();
    server = await startMockServer({
      ...{ host: '127.0.0.1', port: 0, speed: 1, control: true, ledgerFile, now: () => 0 },
      cassette: { folder: folder.path, mode },
    });
    return server.url;
  };
}

/** Responses to `count` equal submissions. */
async function statusesOf(url: string, count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) statuses.push(await statusOf(url));
  return statuses;
}

async function control(url: string, route: string, body: object): Promise<object> {
  const init = { method: 'POST', headers: json, body: JSON.stringify(body) };
  return (await (await fetch(`${url}/_mock/${route}`, init)).json()) as object;
}

describe('a submission that was recorded more than once', () => {
  it('[mock.cassettes.modes] is replayed in order, refusals too; after the last, lockdown repeats it and once refuses', async () => {
    for (const statuses of [
      [400, 402],
      [429, 200, 402],
    ]) {
      const start = await recorded(statuses);
      const count = statuses.length + 2;
      const last = statuses.at(-1);
      expect(await statusesOf(await start('once'), count)).toEqual([...statuses, 409, 409]);
      await control(await start('lockdown'), 'reset', {});
      expect(await statusesOf(await start('lockdown'), count)).toEqual([...statuses, last, last]);
    }
  });

  it('[mock.cassettes.modes] is counted by the ledger file: a restart repeats no refusal and no acceptance', async () => {
    const start = await recorded([429, 500, 200, 402]);
    for (const status of [429, 500, 200, 402, 409, 409])
      expect(await statusOf(await start('once'))).toBe(status);
  });

  it('[mock.cassettes.modes] is forgotten by a reset', async () => {
    const url = await (await recorded([429, 200]))('once');
    expect(await statusOf(url)).toBe(429);
    expect(await statusesOf(url, 2)).toEqual([200, 409]);
    await control(url, 'reset', {});
    expect(await statusesOf(url, 3)).toEqual([429, 200, 409]);
  });
});
