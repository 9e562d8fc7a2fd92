import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startMockServer } from '../../../src/server/mock-server.ts';
import { cassetteFolder, recordOf } from '../../support/cassettes/record.ts';
import { upstreamOf } from '../../support/cassettes/upstream.ts';
import { renderVideo } from '../../../src/media/render-video.ts';
import { scene } from '../../support/sample-scene.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const json = { 'content-type': 'application/json' };

/** Fields of these responses. */
interface Reported {
  readonly id: string;
  readonly status: string;
  readonly url?: string;
  readonly accepted: number;
  readonly jobs: readonly Record<string, unknown>[];
  readonly entries: readonly { readonly op: string }[];
  readonly findings: readonly { readonly code: string }[];
  readonly undecided: readonly { readonly code: string }[];
}

const reportedBy = async (reply: Response) => (await reply.json()) as Reported;

/** A provider whose job runs from its 10th second on and ends in its 20th; its file has another path. */
async function provider(clock: { now: number }, { firstStatus = 200 } = {}) {
  const video = await renderVideo(scene());
  const begins = clock.now;
  let submissions = 0;
  const reply: RequestListener = (request, response) => {
    const age = clock.now - begins;
    const { url = '' } = request;
    const say = (status: number, body: object) =>
      void response.writeHead(status, json).end(JSON.stringify(body));
    if (request.method === 'POST') {
      submissions += 1;
      if (submissions === 1 && firstStatus !== 200) say(firstStatus, { error: 'no' });
      else say(200, { id: 'video_12345678', status: 'queued' });
    } else if (url === '/files/1') {
      response.writeHead(200, { 'content-type': 'video/mp4' }).end(video);
    } else if (age < 20_000) say(200, { status: age < 10_000 ? 'queued' : 'in_progress' });
    else say(200, { status: 'completed', url: `http://${request.headers.host}/files/1` });
  };
  return await upstreamOf(reply);
}

const body = JSON.stringify({ model: 'sora-2', prompt: 'a kite over the dunes' });

/** A cassette of such a provider, replayed on a frozen clock. */
async function replayed({
  firstStatus = 200,
  isRecorded = ['status', 'file'] as readonly string[],
} = {}) {
  const folder = cassetteFolder();
  closers.push(folder.remove);
  const clock = { now: Date.UTC(2026, 0, 1) };
  const upstream = await provider(clock, { firstStatus });
  const recorder = await recordOf(`http://${upstream.host}`, folder.path, { now: () => clock.now });
  const at = `${recorder.url}/openai/v1/videos`;
  const submit = async () =>
    await reportedBy(await fetch(at, { method: 'POST', body, headers: json }));
  if (firstStatus !== 200) await submit();
  await submit();
  for (let turn = 0; turn < 3 && isRecorded.includes('status'); turn += 1) {
    clock.now += 10_000;
    const status = await reportedBy(await fetch(`${at}/video_12345678`));
    const { url } = status;
    if (url !== undefined && isRecorded.includes('file')) await (await fetch(url)).bytes();
  }
  expect(await recorder.finish()).toMatchObject({ kind: 'finished' });
  await upstream.close();
  const server = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, speed: 1, control: true, now: () => clock.now },
    cassette: { folder: folder.path },
  });
  closers.push(() => server.close());
  const { url } = server;
  const videos = `${url}/openai/v1/videos`;
  const control = async (route: string, given?: object) => {
    const init =
      given === undefined ? {} : { method: 'POST', headers: json, body: JSON.stringify(given) };
    return await reportedBy(await fetch(`${url}/_mock/${route}`, init));
  };
  const reported = async (headers: Record<string, string> = {}) =>
    await fetch(videos, { method: 'POST', body, headers: { ...json, ...headers } });
  return {
    control,
    reported,
    submit: async (headers = {}): Promise<string> => (await reportedBy(await reported(headers))).id,
    read: async (id: string) => await reportedBy(await fetch(`${videos}/${id}`)),
    file: async (link = '', headers = {}) => await (await fetch(link, { headers })).bytes(),
    codes: async () => {
      const { findings, undecided } = await control('verdict?ignore=still-open');
      const codes = (found: Reported['findings']) => found.map(({ code }) => code);
      return { findings: codes(findings), undecided: codes(undecided) };
    },
  };
}

describe('a replayed job', () => {
  it('[mock.cassettes.verdict] is in the ledger with its reads and its file, and what was recorded decides its state', async () => {
    const { submit, read, file, control, codes } = await replayed();
    const id = await submit();
    expect(await control('ledger?contains=dunes')).toMatchObject({
      ...{ accepted: 1, running: 1, charged_credits: 0 },
      jobs: [{ id, model: 'sora-2', wire: 'openai', account: 'cassette', answered: true }],
    });
    await control('clock', { untilIdle: true });
    const { url } = await read(id);
    const bytes = await file(url);
    const [job] = (await control('ledger')).jobs;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(job).toMatchObject({
      state: 'completed',
      reads: 1,
      downloads: 1,
      result_sha256: sha256,
    });
    const { entries } = await control('journal');
    expect(entries.map(({ op }) => op)).toEqual(['submit', 'status', 'result']);
    expect(await codes()).toEqual({ findings: [], undecided: [] });
    await control('stored', { key: id, sha256 });
    expect(await codes()).toEqual({ findings: [], undecided: [] });
    await control('stored', { key: id, sha256: '0'.repeat(64) });
    expect((await codes()).findings).toEqual(['kept-bad-bytes']);
  });

  it('[mock.cassettes.verdict] whose file is not taken is a lost film, and one that is read without a pause is polled too fast', async () => {
    const { submit, read, control, codes } = await replayed();
    const id = await submit();
    for (let turn = 0; turn < 6; turn += 1) await read(id);
    await control('clock', { untilIdle: true });
    await read(id);
    expect((await codes()).findings).toEqual(['lost-film', 'polled-too-fast']);
  });

  it('[mock.ranges] [mock.cassettes.verdict] of whose file a part or the head was taken is a lost film until the end was', async () => {
    const { submit, read, file, control, codes } = await replayed();
    const id = await submit();
    await control('clock', { untilIdle: true });
    const { url } = await read(id);
    expect(await file(url, { range: 'bytes=0-1' })).toHaveLength(2);
    const head = await fetch(url ?? '', { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length')) > 2]).toEqual([200, true]);
    expect((await codes()).findings).toEqual(['lost-film']);
    await file(url, { range: 'bytes=2-' });
    expect((await codes()).findings).toEqual([]);
    const { entries } = await control('journal');
    expect(entries.map(({ op }) => op)).toEqual(['submit', 'status', 'result', 'result', 'result']);
  });

  it('[mock.cassettes.verdict] of two of one submission each has its own file', async () => {
    const { submit, read, file, control, codes } = await replayed();
    const [one, other] = [await submit(), await submit()];
    await control('clock', { untilIdle: true });
    await file((await read(one)).url);
    await read(other);
    const { jobs } = await control('ledger');
    expect(jobs.map(({ downloads }) => downloads)).toEqual([1, 0]);
    expect((await codes()).findings).toEqual(['lost-film']);
  });

  it('[mock.cassettes.verdict] whose end or file was not recorded is no lost film, and said to be undecided', async () => {
    for (const isRecorded of [[], ['status']]) {
      const { submit, read, control, codes } = await replayed({ isRecorded });
      const id = await submit();
      await control('clock', { untilIdle: true });
      if (isRecorded.length > 0) await read(id);
      expect(await codes()).toEqual({ findings: [], undecided: ['lost-film'] });
    }
  });
});

describe('a submission to a replay', () => {
  it('[mock.cassettes.verdict] that is sent again under one name is undecided: no cassette says if the provider sells it twice', async () => {
    const { submit, codes } = await replayed();
    await submit({ 'idempotency-key': 'order-1' });
    await submit({ 'idempotency-key': 'order-1' });
    expect(await codes()).toEqual({ findings: [], undecided: ['paid-twice'] });
  });

  it('[mock.cassettes.verdict] that is sent again after a recorded 500 is undecided, and after a recorded 400 retried for good', async () => {
    const unclear = await replayed({ firstStatus: 500 });
    await unclear.reported();
    await unclear.submit();
    expect(await unclear.codes()).toEqual({ findings: [], undecided: ['paid-twice'] });
    const refused = await replayed({ firstStatus: 400 });
    await refused.reported();
    await refused.submit();
    expect((await refused.codes()).findings).toEqual(['retried-for-good']);
  });
});
