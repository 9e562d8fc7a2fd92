import { afterEach, describe, expect, it } from 'vitest';
import { request as httpRequest } from 'node:http';
import type { RequestListener } from 'node:http';
import { startMockServer } from '../../../src/server/mock-server.ts';
import { cassetteFolder, everyByte, recordOf } from '../../support/cassettes/record.ts';
import { upstreamOf } from '../../support/cassettes/upstream.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const json = { 'content-type': 'application/json' };

async function recorderOf(reply: RequestListener) {
  const folder = cassetteFolder();
  const upstream = await upstreamOf(reply);
  closers.push(folder.remove, () => upstream.close());
  const recorder = await recordOf(`http://${upstream.host}`, folder.path);
  return { folder: folder.path, recorder, url: `${recorder.url}/openai` };
}

async function replayOf(folder: string): Promise<string> {
  const server = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, speed: 1, control: true, now: () => 0 },
    cassette: { folder },
  });
  closers.push(() => server.close());
  return `${server.url}/openai`;
}

/** Response body for a caller with any host name. */
async function saidTo(host: string, url: string): Promise<string> {
  const asked = httpRequest(url, { headers: { host } }).end();
  return await new Promise((resolve, reject) => {
    asked.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => void (text += piece));
      response.on('end', () => resolve(text));
    });
  });
}

describe('a request that passes a recorder', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);

  it('[mock.cassettes.record] is passed on and replayed however deep its JSON is', async () => {
    const { folder, recorder, url } = await recorderOf((request, response) => {
      request.resume();
      response.writeHead(200, json).end('{"id":"video_123456"}');
    });
    const post = async (at: string) =>
      (await fetch(`${at}/v1/videos`, { method: 'POST', headers: json, body: deep })).status;
    expect(await post(url)).toBe(200);
    expect(await recorder.finish()).toMatchObject({ kind: 'finished' });
    expect(await post(await replayOf(folder))).toBe(200);
  });

  it('[mock.cassettes.record] brings its body to a link, as an upload does, and no credential', async () => {
    const uploads: unknown[] = [];
    const store = await upstreamOf((request, response) => {
      let text = '';
      request.on('data', (piece: Buffer) => void (text += piece.toString()));
      request.on('end', () => {
        const { method, headers } = request;
        uploads.push([method, headers['content-type'], headers.authorization, text]);
        response.writeHead(200).end();
      });
    });
    closers.push(() => store.close());
    const { recorder, url } = await recorderOf((_request, response) => {
      const body = { upload_url: `http://${store.host}/put?sig=signature-1` };
      response.writeHead(200, json).end(JSON.stringify(body));
    });
    const reply = (await (await fetch(`${url}/files`)).json()) as { upload_url: string };
    await fetch(reply.upload_url, {
      ...{ method: 'PUT', body: 'the picture' },
      headers: { 'content-type': 'image/png', authorization: 'Bearer key-of-the-account' },
    });
    expect(uploads).toEqual([['PUT', 'image/png', undefined, 'the picture']]);
    await recorder.finish();
  });

  it('[mock.cassettes.replay] is told apart by every file of a form, and every filter of a list', async () => {
    let count = 0;
    const { folder, recorder, url } = await recorderOf((request, response) => {
      request.resume();
      response.writeHead(200, json).end(JSON.stringify({ response: (count += 1) }));
    });
    const formOf = (first: string) => {
      const body = new FormData();
      for (const text of [first, 'the last']) body.append('image[]', new Blob([text]), 'a.png');
      return { method: 'POST', body };
    };
    const calls: readonly (readonly [string, () => RequestInit])[] = [
      ['/forms', () => formOf('one')],
      ['/forms', () => formOf('other')],
      ['/tasks?filter.status=queued', () => ({})],
      ['/tasks?filter.status=succeeded', () => ({})],
      ['/tasks?filter.task_ids=1&filter.model=a', () => ({})],
      ['/tasks?filter.task_ids=2&filter.model=a', () => ({})],
    ];
    const responses = async (at: string) => {
      const said = [];
      for (const [path, init] of calls) said.push(await (await fetch(at + path, init())).json());
      return said;
    };
    const recorded = await responses(url);
    await recorder.finish();
    expect(await responses(await replayOf(folder))).toEqual(recorded);
  });

  it('[mock.cassettes.replay] has links of the host it named, whatever that is', async () => {
    const { folder, recorder, url } = await recorderOf((request, response) => {
      const links = Array.from({ length: 100 }, (_, at) => `http://${request.headers.host}/${at}`);
      response.writeHead(200, json).end(JSON.stringify(links));
    });
    await (await fetch(`${url}/list`)).text();
    await recorder.finish();
    const host = `a${"$'$`$&".repeat(500)}`;
    const said = await saidTo(host, `${await replayOf(folder)}/list`);
    expect(said.length).toBeLessThan(1_000_000);
    expect(JSON.parse(said)).toContain(`http://${host}/openai/7`);
  });

  it('[mock.cassettes.secrets] of the kind of a form has its secrets known', async () => {
    const { folder, recorder, url } = await recorderOf((request, response) => {
      request.resume();
      response.writeHead(200, json).end('{"echo":"form-secret-1"}');
    });
    const body = new URLSearchParams({ client_secret: 'form-secret-1', grant_type: 'client' });
    await (await fetch(`${url}/token`, { method: 'POST', body })).text();
    expect(await recorder.finish()).toMatchObject({ kind: 'finished' });
    expect(everyByte(folder)).not.toContain('form-secret-1');
  });
});
