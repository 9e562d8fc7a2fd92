import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCatalog } from '@filmgate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { localClient, saying } from './local-client.ts';
import { nativeClient } from './native-client.ts';
import { instant, parked } from './prompts.ts';
import { expectApiError, expectDetail, jsonOf } from './response.ts';
import { taskSchema } from './shapes.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { tasksClient } from './tasks-client.ts';
import { newJobId, openWorkbench, workbenchJobOf } from './workbench-client.ts';

const dayMs = 86_400_000;
/** Of whole seconds, as the headers have them. */
const today = Math.floor(Date.now() / 1_000) * 1_000;
const yesterday = new Date(today - dayMs).toISOString();
const soon = new Date(today + 10 * dayMs).toISOString();
const ends = new Map([
  ['vm_std-2.0', { retiresAt: soon, replacedBy: null }],
  ['vm_std-2.0_faceok', { retiresAt: yesterday, replacedBy: 'vm_std-2.0' }],
  ['vidA-fast', { retiresAt: yesterday, replacedBy: 'vidA' }],
  ['vidA', { retiresAt: new Date(today + 40 * dayMs).toISOString(), replacedBy: null }],
  ['imgA', { retiresAt: soon, replacedBy: null }],
]);
const catalog = {
  families: defaultCatalog.families.map((family) => {
    const retirement = ends.get(family.id);
    return retirement === undefined ? family : { ...family, retirement };
  }),
  aliases: { 'std-2.0': 'vm_std-2.0', former: 'vm_std-2.0_faceok' },
};
const announced = {
  deprecation: `@${today / 1_000 - 20 * 86_400}`,
  sunset: new Date(soon).toUTCString(),
};
const modelList = z.object({
  data: z.array(
    z.object({ id: z.string(), retires_at: z.int().optional(), replaced_by: z.string().nullish() }),
  ),
});

describe('a catalog with models that their provider ends', () => {
  let dataDir = '';
  let gateway: Gateway;
  let waiting = '';
  const bench = {
    id: newJobId(),
    account: 'auto',
    model: 'quick',
    aspect_ratio: '16:9',
    resolution: '720p',
    duration: 4,
    prompt: instant('accepted at the workbench'),
  };
  let apiUserKey = '';
  const early = { model: 'vm_std-2.0_faceok', prompt: instant('accepted before the end') };
  const tasks = () => tasksClient(gateway.tasksUrl, apiUserKey);
  const local = () => localClient(gateway.localUrl, gateway.serviceApiKey);
  const announcedIn = ({ headers }: { readonly headers: Headers }) => ({
    deprecation: headers.get('deprecation'),
    sunset: headers.get('sunset'),
  });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'filmgate-retirement-'));
    const env = { FILMGATE_MODEL_ALIASES: 'quick=vidA-fast-4s-16x9-720p' };
    const first = await startGateway({ dataDir, accounts: [], env });
    ({ apiUserKey } = first);
    const created = await tasksClient(first.tasksUrl, apiUserKey).create(early, {
      key: 'early-key',
    });
    expect(created.status, created.text).toBe(202);
    waiting = taskSchema.parse(jsonOf(created)).id;
    workbenchJobOf(await (await openWorkbench(first)).create(bench), 202);
    await first.stop();
    const file = join(dataDir, 'catalog.json');
    await writeFile(file, JSON.stringify(catalog));
    gateway = await startGateway({ dataDir, env: { ...env, FILMGATE_CATALOG_FILE: file } });
  }, 60_000);
  afterAll(async () => {
    await gateway.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('[models.retirement.refused] refuses a retired model on every surface and names the successor', async () => {
    for (const model of ['vm_std-2.0_faceok', 'former']) {
      const refused = await tasks().create({ model, prompt: instant('too late') });
      expectApiError(refused, { status: 410, code: 'model_retired' });
      expect(refused.text).toContain(
        `The model vm_std-2.0_faceok was retired by its provider on ${yesterday.slice(0, 10)}; use vm_std-2.0.`,
      );
    }
    const chat = await local().chat(saying('too late'));
    expectApiError(chat, { status: 410, code: 'model_retired' });
    expect(chat.text).toContain('use vidA-4s-16x9-720p.');
    const workbench = await openWorkbench(gateway);
    const job = { id: newJobId(), model: 'vidA-fast-4s-16x9-720p', prompt: 'too late' };
    expectDetail(await workbench.create(job), 410);
    expect((await gateway.mock.ledger('too late')).accepted).toBe(0);
  });

  it('[models.retirement.refused] makes what was accepted before the end, and returns it by its key', async () => {
    const again = await tasks().create(early, { key: 'early-key' });
    expect(again.status, again.text).toBe(200);
    expect(taskSchema.parse(jsonOf(again)).id).toBe(waiting);
    await tasks().completed(waiting);
    const workbench = await openWorkbench(gateway);
    expect(workbenchJobOf(await workbench.create(bench), 200).job_id).toBe(bench.id);
    await workbench.until(bench.id, 'completed');
  });

  it('[models.retirement.announced] announces an end in the response to a creation from 30 days before it', async () => {
    const prompt = parked('in time');
    const named = [{ model: 'std-2.0' }, { model_id: 'vm_std-2.0' }];
    for (const body of [{ prompt }, ...named.map((name) => ({ prompt, ...name }))])
      expect(announcedIn(await tasks().create(body))).toEqual(announced);
    const native = nativeClient(gateway.tasksUrl, gateway.upstreamApiKey);
    const job = await native.create({ plugin: 'std', prompt }, 'native-key');
    expect(announcedIn(job)).toEqual(announced);
    expect(announcedIn(await local().images({ prompt: instant('in time') }))).toEqual(announced);
    const far = await local().chat({ model: 'vidA-4s-16x9-720p', ...saying(instant('in time')) });
    expect(far.status, far.text).toBe(200);
    expect(announcedIn(far)).toEqual({ deprecation: null, sunset: null });
  });

  it('[models.retirement.listed] lists the ends of what is on offer, and no retired model', async () => {
    const list = async (client: { request(path: string): Promise<Parameters<typeof jsonOf>[0]> }) =>
      modelList.parse(jsonOf(await client.request('/v1/models'))).data;
    const ofTasks = await list(tasks());
    expect(ofTasks.filter(({ id }) => !id.startsWith('imgA'))).toEqual([
      { id: 'vm_std-2.0', retires_at: Date.parse(soon) / 1_000, replaced_by: null },
    ]);
    const models = await list(local());
    expect(models.filter(({ id }) => id.startsWith('vidA-fast-'))).toEqual([]);
    expect(models.find(({ id }) => id === 'vidA-4s-16x9-720p')?.retires_at).toBe(
      today / 1_000 + 40 * 86_400,
    );
    expect(models.find(({ id }) => id.startsWith('vidD-'))).not.toHaveProperty('retires_at');
  });

  it('[models.retirement.announced] shows the operator what ends within 30 days, and what has', async () => {
    const admin = await openWorkbench(gateway);
    const overview = z
      .object({
        retiring_models: z.array(z.looseObject({ family: z.string(), is_retired: z.boolean() })),
      })
      .parse(jsonOf(await admin.request('/api/v1/admin/overview')));
    expect(overview.retiring_models).toEqual([
      { family: 'vm_std-2.0', retires_at: soon, replaced_by: null, is_retired: false },
      { family: 'imgA', retires_at: soon, replaced_by: null, is_retired: false },
      {
        family: 'vm_std-2.0_faceok',
        retires_at: yesterday,
        replaced_by: 'vm_std-2.0',
        is_retired: true,
      },
      { family: 'vidA-fast', retires_at: yesterday, replaced_by: 'vidA', is_retired: true },
    ]);
  });
});
