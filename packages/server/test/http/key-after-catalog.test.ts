import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCatalog, type ModelFamily } from '@filmgate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { completionOf, type LocalClient, localClient } from './local-client.ts';
import { nativeClient } from './native-client.ts';
import { instant, parked } from './prompts.ts';
import { expectApiError, expectDetail, type HttpResponse, jsonOf } from './response.ts';
import { pngDataUrl } from './sample-media.ts';
import { nativeJobSchema, taskSchema } from './shapes.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { type TasksClient, tasksClient } from './tasks-client.ts';
import { newJobId, openWorkbench, workbenchJobOf } from './workbench-client.ts';

/** Removes from a family everything that the requests below use, except `kept`. */
function narrowed(family: ModelFamily): ModelFamily {
  return {
    ...family,
    id: `${family.id}-new`,
    durationsSeconds: family.durationsSeconds.slice(0, 1),
    aspectRatios: family.aspectRatios.slice(-1),
    resolutions: family.resolutions.slice(0, 1),
    audio: family.mediaType === 'image' || family.audio === 'always' ? 'none' : 'always',
    negativePrompt: false,
    references: { ...family.references, minimum: 0, maximum: 0 },
    promptLimit: 3,
  };
}

/** Catalog of the second start: nothing under its old name, and less of it. */
const gone = { families: defaultCatalog.families.map(narrowed), aliases: {} };
/** Catalog of the third start: the old names, with fewer options, and a former alias that names another model now. */
const less = {
  families: [...defaultCatalog.families, ...gone.families].map((family) =>
    family.id.endsWith('-new') ? family : { ...narrowed(family), id: family.id },
  ),
  aliases: { 'std-2.0': 'vm_std-2.0-new' },
};

const image = pngDataUrl();
/** Creations at the Video Task API, each with its index as the key. */
const creations: readonly object[] = [
  { model: 'vm_std-2.0', prompt: parked('by its id'), seconds: 15 },
  { model: 'std-2.0', prompt: parked('by an alias'), generate_audio: false },
  { prompt: parked('by no name'), images: [image], aspect_ratio: '9:16', resolution: '720p' },
  { prompt: parked('of a size'), size: '1080x1920', frame_mode: 'all', images: [image, image] },
];
const picture = { model: 'imgA-1x1-1k', prompt: instant('a picture') };
const orderPicture = (tasks: TasksClient, key: string): Promise<HttpResponse> =>
  tasks.request('/v1/images/generations', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(picture),
  });
const native = {
  plugin: 'std',
  prompt: parked('native'),
  options: { seconds: 12, aspectRatio: '1:1', generateAudio: false },
};
const bench = {
  id: newJobId(),
  account: 'plenty',
  model: 'vidA-8s-16x9-720p',
  prompt: parked('at the workbench'),
  negative_prompt: 'dogs',
  generate_audio: true,
  duration: 8,
};
const chat = {
  model: 'vidA-fast-4s-16x9-720p',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'called again [[mock:queue=0s,run=800s]]' },
        { type: 'image_url', image_url: { url: image } },
      ],
    },
  ],
};

const taskOf = ({ status, text }: HttpResponse, expected: number) => {
  expect(status, text).toBe(expected);
  return taskSchema.parse(JSON.parse(text));
};

/** Callers of one gateway; the key is that of the first start. */
function callersOf(gateway: Gateway, key: string) {
  return {
    tasks: tasksClient(gateway.tasksUrl, key),
    native: nativeClient(gateway.tasksUrl, gateway.upstreamApiKey),
    local: localClient(gateway.localUrl, gateway.serviceApiKey),
  };
}

async function cutCall(gateway: Gateway, local: LocalClient): Promise<void> {
  const waiting = local.chat(chat);
  await eventually(
    async () => {
      const { accepted } = await gateway.mock.ledger('called again');
      return accepted === 1 ? accepted : undefined;
    },
    { what: 'the call being accepted' },
  );
  await gateway.stop();
  expectApiError(await waiting, { status: 503, code: 'draining' });
}

describe.each([
  ['the models are gone', gone],
  ['the models take less, and an alias names another', less],
])('repeats after a start with a catalog in which %s', (_, catalog) => {
  let dataDir = '';
  let next: Gateway | undefined;
  let apiUserKey = '';
  let taskIds: readonly string[] = [];
  let nativeId = '';

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'filmgate-catalog-'));
    const first = await startGateway({ dataDir });
    ({ apiUserKey } = first);
    const callers = callersOf(first, apiUserKey);
    const created = [];
    for (const [endpoint, body] of creations.entries())
      created.push(taskOf(await callers.tasks.create(body, { key: `key-${endpoint}` }), 202).id);
    taskIds = created;
    expect((await orderPicture(callers.tasks, 'picture')).status).toBe(200);
    const job = await callers.native.create(native, 'native-key');
    expect(job.status, job.text).toBe(202);
    nativeId = nativeJobSchema.parse(jsonOf(job)).id;
    workbenchJobOf(await (await openWorkbench(first)).create(bench), 202);
    await cutCall(first, callers.local);
    const file = join(dataDir, 'catalog.json');
    await writeFile(file, JSON.stringify(catalog));
    const env = { FILMGATE_CATALOG_FILE: file, FILMGATE_MODEL_ALIASES: undefined };
    next = await startGateway({ dataDir, accounts: [], env });
  }, 60_000);
  afterAll(async () => {
    await next?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const started = (): Gateway => {
    if (next === undefined) throw new Error('the gateway has not started');
    return next;
  };

  it('[idempotency.survives-catalog][tasks.create.check-order] get their tasks by their keys', async () => {
    const { tasks } = callersOf(started(), apiUserKey);
    for (const [endpoint, body] of creations.entries()) {
      const response = await tasks.create(body, { key: `key-${endpoint}` });
      expect(taskOf(response, 200).id).toBe(taskIds[endpoint]);
      expect(response.headers.get('idempotency-replayed')).toBe('true');
    }
  });

  it('[idempotency.survives-catalog][idempotency.conflict] are conflicts with another content', async () => {
    const { tasks } = callersOf(started(), apiUserKey);
    for (const [endpoint, body] of creations.entries()) {
      const others = [{ prompt: 'another' }, { model: 'vm_std-2.0_faceok' }, { seconds: 7 }];
      for (const other of others)
        expectApiError(await tasks.create({ ...body, ...other }, { key: `key-${endpoint}` }), {
          status: 409,
          code: 'idempotency_key_conflict',
        });
    }
  });

  it('[idempotency.survives-catalog][idempotency.refused-keeps-key] are refused under keys that nobody used, and where they cannot be read', async () => {
    const { tasks } = callersOf(started(), apiUserKey);
    for (const body of creations) {
      expect((await tasks.create(body, { key: 'a-key-never-used' })).status).toBe(400);
      const unreadable = await tasks.create({ ...body, images: 5 }, { key: 'key-0' });
      expect(unreadable.status).toBe(400);
    }
  });

  it('[tasks.image-calls.key-lives] get their images', async () => {
    const { tasks } = callersOf(started(), apiUserKey);
    const again = await orderPicture(tasks, 'picture');
    expect(again.status, again.text).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const refused = await orderPicture(tasks, 'a-key-never-used');
    expect([400, 404]).toContain(refused.status);
  });

  it('[native.jobs.survives-catalog] get their native jobs', async () => {
    const { native: client } = callersOf(started(), apiUserKey);
    const again = await client.create(native, 'native-key');
    expect(again.status, again.text).toBe(200);
    expect(jsonOf(again)).toMatchObject({ id: nativeId });
    const other = await client.create({ ...native, prompt: 'another' }, 'native-key');
    expectApiError(other, { status: 409, code: 'idempotency_key_conflict' });
    expect((await client.create(native, 'a-key-never-used')).status).toBe(400);
  });

  it('[workbench.create.survives-catalog] get their jobs at the workbench, by their ids', async () => {
    const workbench = await openWorkbench(started());
    expect(workbenchJobOf(await workbench.create(bench), 200).job_id).toBe(bench.id);
    expectDetail(await workbench.create({ ...bench, prompt: 'another' }), 409);
    expectDetail(await workbench.create({ ...bench, id: newJobId() }), 422);
  });

  it('[local.wait.retry-survives-catalog] join the generation that a cut call began', async () => {
    const { local } = callersOf(started(), apiUserKey);
    expectApiError(await local.chat(chat), { status: 400, code: 'model_invalid' });
    const again = await local.chat(chat, { 'x-stainless-retry-count': '1' });
    expect(completionOf(again).job_id).toMatch(/^lj_/);
    expect((await started().mock.ledger('called again')).accepted).toBe(1);
  });
});
