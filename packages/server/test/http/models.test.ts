import { describe, expect, it } from 'vitest';
import { expectApiError, jsonOf } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { modelListSchema } from './shapes.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway(() => ({
  env: { FILMGATE_MODEL_ALIASES: 'std-2.5=vm_std-2.0_faceok,film=vm_std-2.0' },
}));
const plain = useGateway();

describe('models', () => {
  it('[tasks.models.list] lists both models with every promised field', async () => {
    const response = await plain.tasks.request('/v1/models');
    expect(response.status).toBe(200);
    const { data } = modelListSchema.parse(jsonOf(response));
    const videos = data.filter(({ type }) => type === 'video');
    expect(videos.map(({ id }) => id).toSorted()).toEqual(['vm_std-2.0', 'vm_std-2.0_faceok']);
    const standard = data.find(({ id }) => id === 'vm_std-2.0');
    expect(standard?.aliases).toEqual(expect.arrayContaining(['std-2.0', 'std-2.5']));
  });

  it('[tasks.models.default] a request without a model is made with vm_std-2.0', async () => {
    expect(taskOf(await plain.tasks.create(smallest(parked('no model')))).model).toBe('vm_std-2.0');
  });

  it.each([
    ['vm_std-2.0', 'vm_std-2.0'],
    ['vm_std-2.0_faceok', 'vm_std-2.0_faceok'],
    ['std-2.0', 'vm_std-2.0'],
    ['std-2.5', 'vm_std-2.0'],
  ])(
    '[tasks.models.aliases][tasks.models.canonical-echo] %s is made with %s',
    async (model, canonical) => {
      const created = taskOf(await plain.tasks.create({ ...smallest(parked('alias')), model }));
      expect(created.model).toBe(canonical);
      expect((await plain.tasks.read(created.id)).model).toBe(canonical);
    },
  );

  it.each([
    ['std-2.5', 'vm_std-2.0_faceok'],
    ['film', 'vm_std-2.0'],
    ['std-2.0', 'vm_std-2.0'],
  ])(
    '[tasks.models.configured-aliases] with aliases configured %s is made with %s',
    async (model, canonical) => {
      const created = taskOf(await shared.tasks.create({ ...smallest(parked('alias')), model }));
      expect(created.model).toBe(canonical);
    },
  );

  it.each([
    'vm_std-3.0',
    'VM_STD-2.0',
    'sora-2',
    '',
    ' vm_std-2.0',
    7,
    ['vm_std-2.0'],
    '*',
    'vidA-fast-4s-16x9-720p',
    '__proto__',
    'constructor',
  ])('[tasks.models.unknown] model %j is 400 model_invalid', async (model) => {
    const response = await plain.tasks.create({ ...smallest(parked('unknown model')), model });
    expectApiError(response, { status: 400, code: 'model_invalid', param: 'model' });
  });

  it('[tasks.models.unknown] an alias that is not configured is unknown', async () => {
    const response = await plain.tasks.create({ ...smallest(parked('film')), model: 'film' });
    expectApiError(response, { status: 400, code: 'model_invalid', param: 'model' });
  });
});
