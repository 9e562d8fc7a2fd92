import {
  createManualClock,
  createMemoryBlobs,
  createMemoryStorage,
  createSeededIds,
  type ManualClock,
  catalogAt,
} from '@filmgate/conformance';
import {
  createGateway,
  defaultGatewayOptions,
  type GatewayPorts,
  type UpstreamClient,
} from '@filmgate/core';
import { createDigest, createRunner, inspectMedia, sniffMediaType } from '@filmgate/runtime-node';
import { renderVideo } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSurfaces, type EnteredSurfaces, type Surfaces } from './surfaces.ts';

const catalog = catalogAt('history');
const options = { ...defaultGatewayOptions, catalog: () => catalog };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const body = { model: 'vm_std-2.0', prompt: 'a fox', seconds: 5 };
const createdUser = z.looseObject({ key: z.string(), api_user: z.looseObject({ id: z.string() }) });
const task = z.looseObject({ id: z.string(), status: z.string() });
const account = z.looseObject({ account: z.looseObject({ id: z.string() }) });

let surfaces: Surfaces;
let video: Uint8Array;

/** An upstream whose videos are ready at once. */
function deliveringClient(): UpstreamClient {
  return {
    capabilities: () => ({
      endpoint: 'history',
      minimumPollIntervalMs: 500,
      visibilityLagMs: 0,
      reconcileAfterMs: null,
      handlesBelongTo: 'account',
      findsBy: 'none',
      unit: 'credits',
      charges: 'acceptance',
    }),
    accepts: () => ({ kind: 'accepted', size: null }),
    prepare: ({ request }) => ({ version: 1, value: { prompt: request.prompt } }),
    submit: async ({ correlationId }) => ({
      kind: 'accepted',
      handle: { version: 1, value: { correlationId } },
    }),
    poll: async () => ({ kind: 'succeeded', output: { mediaType: 'video', value: {} } }),
    openResult: async () => ({
      kind: 'opened',
      body: onePiece(video),
      length: video.length,
      contentType: 'video/mp4',
    }),
  };
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A process on its own store. */
function startProcess(seed: number): {
  readonly entered: EnteredSurfaces;
  readonly clock: ManualClock;
} {
  const clock = createManualClock();
  const ports: GatewayPorts = {
    storage: createMemoryStorage(),
    assetBlobs: createMemoryBlobs(),
    resultBlobs: createMemoryBlobs(),
    upstreams: new Map([['history', deliveringClient()]]),
    clock,
    ids: createSeededIds(seed),
    digest: createDigest(),
    log: silent,
    fetchReference: async () => ({ kind: 'refused', message: 'no references here' }),
    sniffMedia: sniffMediaType,
    inspectMedia,
    openSecret: () => null,
  };
  createRunner({ ports, gatewayOptions: options, options: { holder: 'node' } }).start();
  const entered = surfaces.enter({ ports, gateway: createGateway(ports, options), options });
  return { entered, clock };
}

async function furnish({ admin }: EnteredSurfaces) {
  const added = await admin.addAccount({
    label: 'one',
    families: ['*'],
    concurrency: 2,
    without_test: true,
  });
  expect(added.status).toBe(201);
  const { account: one } = account.parse(added.body);
  expect((await admin.testAccount(one.id)).status).toBe(200);
  const created = await admin.createUser({ name: 'caller', total_limit: 1_000 });
  expect(created.status).toBe(201);
  const { key, api_user: user } = createdUser.parse(created.body);
  return { accountId: one.id, apiKey: key, userId: user.id };
}

beforeAll(async () => {
  surfaces = await createSurfaces();
  video = await renderVideo({
    width: 160,
    height: 90,
    durationSeconds: 5,
    framesPerSecond: 1,
    audio: false,
    prompt: 'a fox',
    model: 'm',
    aspectRatio: '16:9',
    resolution: '720p',
    seed: 's',
    jobId: 'j',
    accountLabel: 'a',
  });
});

afterAll(() => surfaces.close());

describe('the surfaces of a simulated process', () => {
  it('make, show, repeat and deliver a video through the real routes', async () => {
    const { entered, clock } = startProcess(1);
    const { apiKey } = await furnish(entered);
    const first = await entered.create({ apiKey, idempotencyKey: 'once', body });
    expect([first.status, first.body]).toEqual([202, expect.objectContaining({ object: 'video' })]);
    const { id } = task.parse(first.body);
    const again = await entered.create({ apiKey, idempotencyKey: 'once', body });
    expect([again.status, task.parse(again.body).id]).toEqual([200, id]);
    await clock.advance(60_000);
    expect((await entered.read({ apiKey, id })).body).toMatchObject({ id, status: 'completed' });
    const content = await entered.content({ apiKey, id });
    expect([content.status, content.bytes.length]).toEqual([200, video.length]);
    expect((await entered.content({ apiKey, id, range: 'bytes=0-9' })).bytes).toHaveLength(10);
    expect((await entered.list({ apiKey })).body).toMatchObject({ data: [{ id }] });
  });

  it('take every act of an administrator, also after the session ended', async () => {
    const { entered, clock } = startProcess(2);
    const { admin } = entered;
    const { accountId, apiKey, userId } = await furnish(entered);
    expect((await admin.limit(userId, 1)).status).toBe(200);
    expect((await entered.create({ apiKey, body })).status).toBe(429);
    expect((await admin.disable(userId)).status).toBe(200);
    expect((await entered.create({ apiKey, body })).status).toBe(401);
    expect((await admin.enable(userId)).status).toBe(200);
    const rotated = createdUser.parse((await admin.rotate(userId)).body);
    expect((await entered.list({ apiKey })).status).toBe(401);
    expect((await entered.list({ apiKey: rotated.key })).status).toBe(200);
    expect((await admin.editAccount(accountId, { concurrency: 3 })).status).toBe(200);
    clock.setWall(clock.now() + 24 * 3_600_000);
    expect((await admin.accounts()).status).toBe(200);
    expect((await admin.removeAccount(accountId)).status).toBe(204);
    expect((await admin.check('vt_0')).status).toBe(404);
    expect((await admin.rule('vt_0', 'charged')).status).toBe(404);
    expect((await admin.erase(userId, userId)).status).toBe(200);
    expect((await entered.local.capacity()).status).toBe(200);
  });

  it('never mix two processes that respond at once', async () => {
    const [one, other] = [startProcess(3), startProcess(4)];
    const users = await Promise.all([furnish(one.entered), furnish(other.entered)]);
    const asked = await Promise.all([
      one.entered.create({ apiKey: users[0].apiKey, body }),
      other.entered.create({ apiKey: users[1].apiKey, body }),
      one.entered.create({ apiKey: users[1].apiKey, body }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([202, 202, 401]);
  });

  it('give equal histories equal bytes', async () => {
    const history = async () => {
      const { entered, clock } = startProcess(5);
      const { apiKey } = await furnish(entered);
      const created = await entered.create({ apiKey, idempotencyKey: 'once', body });
      await clock.advance(60_000);
      const { id } = task.parse(created.body);
      return [apiKey, created, await entered.read({ apiKey, id }), await entered.admin.users()];
    };
    expect(await history()).toEqual(await history());
  });
});
