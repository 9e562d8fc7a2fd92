import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codedAs, videoOf, transportStream, webm } from '../contract/results/strange-files.ts';
import { eventually } from './eventually.ts';
import { withQuickEndpoints } from './quick-endpoints.ts';
import { type RelayServer, startRelayServer } from './relay-server.ts';
import { jsonOf } from './response.ts';
import { useGateway } from './use-gateway.ts';

const key = 'key-of-the-relay';
const bearer = `Bearer ${key}`;
let folder: string;
let relay: RelayServer;
let bucket: RelayServer;
let video: Uint8Array;
let env: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-relay-'));
  [relay, bucket] = await Promise.all([startRelayServer(), startRelayServer()]);
  video = await videoOf('relay');
  const at = { protocol: 'openai-videos', base_url: `${relay.origin}/v1` };
  const linked = { ...at, dialect: { like: 'standard', result: 'url' } };
  const [providers, catalog] = [join(folder, 'providers.json'), join(folder, 'catalog.json')];
  const hosts = { result_hosts: [`private:${bucket.origin}`] };
  await writeFile(
    providers,
    JSON.stringify({ relay: at, linked, shared: { ...linked, ...hosts } }),
  );
  const families = ['relay', 'linked', 'shared'].map(familyAt);
  await writeFile(catalog, JSON.stringify({ families }));
  env = { FILMGATE_PROVIDERS_FILE: providers, FILMGATE_CATALOG_FILE: catalog };
});

const shared = useGateway(() => ({
  env,
  wrapPorts: withQuickEndpoints,
  accounts: ['relay', 'linked', 'shared'].map((endpoint) => ({
    label: endpoint,
    endpoint,
    secret: key,
  })),
}));

beforeEach(() => {
  for (const server of [relay, bucket]) server.reads.length = 0;
  relay.report = () => ({});
});

afterAll(async () => {
  await Promise.all([relay.stop(), bucket.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** A family that only one endpoint makes; both have its name. */
function familyAt(endpoint: string) {
  return {
    id: endpoint,
    mediaType: 'video',
    surfaces: ['tasks'],
    displayName: endpoint,
    description: `Videos of ${endpoint}.`,
    ownedBy: endpoint,
    durationsSeconds: [1],
    aspectRatios: ['16:9'],
    resolutions: ['720p'],
    audio: 'optional',
    negativePrompt: false,
    references: { kinds: ['image'], roles: ['first_frame'], minimum: 0, maximum: 1 },
    promptLimit: 2_000,
    creditsPerSecond: { '720p': 2 },
    routes: [{ endpoint, model: 'sora-2' }],
    waitSeconds: 1_800,
  };
}

const taskSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  warnings: z.array(z.object({ param: z.string(), message: z.string() })),
  video_url: z.string().optional(),
});
const jobSchema = z.looseObject({
  job: z.looseObject({
    state: z.string(),
    result_wait: z.object({ awaits: z.string(), detail: z.string().nullable() }).loose().nullable(),
    undelivered_file: z.object({ content_type: z.string(), size: z.int() }).loose().nullable(),
  }),
  trail: z.array(z.looseObject({ what: z.string(), detail: z.looseObject({}) })),
});

async function order(model: string): Promise<string> {
  const prompt = 'a fox in the snow';
  const created = await shared.tasks.create({ model, prompt, seconds: 1 });
  expect(created.status, created.text).toBe(202);
  return taskSchema.parse(jsonOf(created)).id;
}

async function completed(id: string): Promise<z.infer<typeof taskSchema>> {
  const read = async () => {
    const task = taskSchema.parse(jsonOf(await shared.tasks.request(`/v1/videos/${id}`)));
    return task.status === 'in_progress' ? undefined : task;
  };
  const task = await eventually(read, { what: `the end of ${id}` });
  expect(task.status).toBe('completed');
  return task;
}

async function look(id: string): Promise<z.infer<typeof jobSchema>> {
  return jobSchema.parse(jsonOf(await shared.gateway.adminFetch(`jobs/${id}`)));
}

/** The job in the administrator's view, once it waits for its video. */
function waiting(id: string) {
  const read = async () => {
    const seen = await look(id);
    return seen.job.result_wait === null ? undefined : { ...seen, wait: seen.job.result_wait };
  };
  return eventually(read, { what: `${id} to wait for its video` });
}

function sendVideo(response: ServerResponse, file: Uint8Array = video): void {
  response.writeHead(200, { 'content-type': 'video/mp4' }).end(file);
}

function away(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end();
}

describe('a result that is redirected', () => {
  it.each([
    ['to a path', (id: string) => `/v1/videos/${id}/content?part=1`],
    ['to a path beside its own', () => 'film.mp4'],
    ['to its own URL', (id: string) => `${relay.origin}/v1/videos/${id}/content?part=1`],
    ['to a path beside the base URL', () => '/files/film.mp4'],
  ])(
    '[wire.no-redirect][providers.engine.own-origin] %s is followed with the key where no hosts are listed',
    async (_name, target) => {
      relay.serve = ({ path }, response) => {
        const [, own = ''] = /^\/v1\/videos\/([^/]+)\/content$/.exec(path) ?? [];
        if (own === '') sendVideo(response);
        else away(response, target(own));
      };
      await completed(await order('relay'));
      expect(new Set(relay.reads.map(({ authorization }) => authorization))).toEqual(
        new Set([bearer]),
      );
    },
  );

  it.each([
    ['another host', () => 'https://cdn.example.com/v.mp4?sig=1', '"cdn.example.com"'],
    ['a host of a private network', () => 'http://minio:9000/v.mp4', '"private:http://minio:9000"'],
    ['another port of its own host', () => `${bucket.origin}/v.mp4`, `"private:`],
  ])(
    '[results.permission][results.told] to %s waits, and names the setting that allows it',
    async (_name, target, words) => {
      relay.serve = (_read, response) => away(response, target());
      const { wait, trail } = await waiting(await order('relay'));
      expect(wait.awaits).toBe('permission');
      expect(wait.detail).toContain(words);
      expect(wait.detail).toContain('result_hosts of relay (FILMGATE_PROVIDERS_FILE)');
      expect(wait.detail).not.toContain('sig=1');
      const line = trail.find(({ what }) => what === 'result-awaited');
      expect(line?.detail).toMatchObject({ awaits: 'permission', detail: wait.detail });
      expect(bucket.reads).toEqual([]);
    },
  );
});

describe('a result that its task names', () => {
  it.each([
    ['a path', (id: string) => `/v1/videos/${id}/content`],
    ['a URL', (id: string) => `${relay.origin}/v1/videos/${id}/content`],
    ['a path beside the base URL', (id: string) => `/files/${id}.mp4`],
  ])(
    '[providers.engine.own-origin] by %s at the own origin is read with the key',
    async (_name, at) => {
      relay.report = (id) => ({ url: at(id) });
      relay.serve = ({ authorization }, response) => {
        if (authorization === bearer) sendVideo(response);
        else response.writeHead(401).end();
      };
      await completed(await order('linked'));
    },
  );

  it('[providers.places.private-results] in a bucket beside it is read without the key, once it is listed', async () => {
    relay.report = (id) => ({ url: `${bucket.origin}/films/${id}.mp4` });
    bucket.serve = (_read, response) => sendVideo(response);
    await completed(await order('shared'));
    expect(bucket.reads.map(({ authorization }) => authorization)).toEqual([undefined]);
    expect((await waiting(await order('linked'))).wait.detail).toContain(bucket.origin);
  });
});

describe('a result in another form', () => {
  it.each([
    ['WebM', () => webm, 'video/webm', 'webm'],
    ['a transport stream', () => transportStream, 'video/mp2t', 'ts'],
    ['MPEG-4 part 2', () => codedAs('mp4v', video), 'video/mp4', 'mp4'],
  ])(
    '[results.other-form][tasks.content.video] %s is served as what it is, and its task warns',
    async (_name, file, contentType, extension) => {
      relay.serve = (_read, response) => sendVideo(response, file());
      const { id, warnings, video_url: url = '' } = await completed(await order('relay'));
      expect(warnings.map(({ param }) => param)).toContain('format');
      const path = `/v1/videos/${id}/content?download=1`;
      const content = await shared.tasks.request(path);
      expect(content.headers.get('content-type')).toBe(contentType);
      expect(content.headers.get('content-disposition')).toContain(`"${id}.${extension}"`);
      expect(Buffer.compare(content.bytes, file())).toBe(0);
      expect(new URL(url).pathname).toBe(`/media/${id}.${extension}`);
      expect((await fetch(url)).headers.get('content-type')).toBe(contentType);
    },
  );

  it('[results.kept] that cannot be delivered is an administrator’s to read, and no caller’s', async () => {
    const half = video.subarray(0, video.length / 2);
    relay.serve = (_read, response) => sendVideo(response, half);
    const id = await order('relay');
    const { job, wait } = await waiting(id);
    expect(wait.awaits).toBe('usable-result');
    expect(job.undelivered_file).toMatchObject({ content_type: 'video/mp4', size: half.length });
    const file = await shared.gateway.adminFetch(`jobs/${id}/content`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(Buffer.compare(file.bytes, half)).toBe(0);
    expect((await shared.tasks.request(`/v1/videos/${id}/content`)).status).toBe(404);
  });
});
