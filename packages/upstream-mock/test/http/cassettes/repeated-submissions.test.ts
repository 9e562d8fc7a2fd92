import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
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
  return async () => {
    await stop();
    server = await startMockServer({
      ...{ host: '127.0.0.1', port: 0, speed: 1, control: true, ledgerFile, now: () => 0 },
      cassette: { folder: folder.path },
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
  it('[mock.cassettes.replay] is replayed in order, refusals too, and the last response is repeated', async () => {
    for (const statuses of [
      [400, 402],
      [429, 200, 402],
      [429, 500, 200],
    ]) {
      const start = await recorded(statuses);
      const last = statuses.at(-1);
      const replayed = await statusesOf(await start(), statuses.length + 2);
      expect(replayed).toEqual([...statuses, last, last]);
    }
  });

  it('[mock.cassettes.replay] goes on after as many as were accepted when the replay is started again on its ledger', async () => {
    const start = await recorded([200, 402, 200]);
    expect(await statusesOf(await start(), 1)).toEqual([200]);
    expect(await statusesOf(await start(), 3)).toEqual([402, 200, 200]);
  });

  it('[mock.cassettes.replay] begins again after a reset', async () => {
    const url = await (await recorded([429, 200]))();
    expect(await statusesOf(url, 3)).toEqual([429, 200, 200]);
    await control(url, 'reset', {});
    expect(await statusesOf(url, 3)).toEqual([429, 200, 200]);
  });
});
