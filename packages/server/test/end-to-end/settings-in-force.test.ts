import { writeFileSync } from 'node:fs';
import { defaultCatalog } from '@filmgate/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectApiError, jsonOf } from '../http/response.ts';
import { instant, smallest } from '../http/prompts.ts';
import { taskOf } from '../http/tasks-client.ts';
import { scratchFolder } from './command.ts';
import { type GatewayWorld, startWorld } from './gateway-world.ts';

const modelsSchema = z.object({
  data: z.array(z.object({ id: z.string(), aliases: z.array(z.string()) })),
});

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let world: GatewayWorld;

beforeEach(async () => {
  folder = await scratchFolder();
});
afterEach(async () => {
  await world.stop();
  await folder.dispose();
});

describe('the catalog', () => {
  it('[settings.catalog-file] is replaced by a file, and added to by aliases', async () => {
    const families = defaultCatalog.families.filter(({ id }) => id === 'vm_std-2.0');
    writeFileSync(folder.at('catalog.json'), JSON.stringify({ families, aliases: {} }));
    world = await startWorld({
      dataDir: folder.at('data'),
      env: {
        FILMGATE_CATALOG_FILE: folder.at('catalog.json'),
        FILMGATE_MODEL_ALIASES: 'house-model=vm_std-2.0',
      },
    });
    const user = await world.addUser();
    await world.addAccount({ credits: 1_000_000 });
    const { data } = modelsSchema.parse(jsonOf(await user.request('/v1/models')));
    expect(data).toEqual([{ id: 'vm_std-2.0', aliases: ['house-model'] }]);
    const made = await user.create({ ...smallest(instant('by alias')), model: 'house-model' });
    expect(taskOf(made).model).toBe('vm_std-2.0');
    const gone = await user.create({ ...smallest('gone'), model: 'vm_std-2.0_faceok' });
    expectApiError(gone, { status: 400, code: 'model_invalid' });
  });
});

describe('a gateway started again under another master key', () => {
  it('[settings.master-key] is refused, and so is one whose key is missing; the former key opens it', async () => {
    const key = '0123456789abcdef'.repeat(4);
    const dataDir = folder.at('data');
    world = await startWorld({ dataDir, env: { FILMGATE_MASTER_KEY: key } });
    await world.addAccount({ credits: 1_000_000 });
    await world.stop();
    const other = { FILMGATE_MASTER_KEY: 'fedcba9876543210'.repeat(4) };
    await expect(startWorld({ dataDir, env: other })).rejects.toThrow(/not the key/);
    await expect(startWorld({ dataDir })).rejects.toThrow(/neither in FILMGATE_MASTER_KEY nor in/);

    world = await startWorld({ dataDir, env: { FILMGATE_MASTER_KEY: key } });
    const user = await world.addUser();
    const made = taskOf(await user.create(smallest(instant('sealed secret opens'))));
    expect((await user.completed(made.id)).error).toBeNull();
  });
});
