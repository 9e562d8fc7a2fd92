import { describe, expect, it } from 'vitest';
import { expectApiError } from './response.ts';
import { parked } from './prompts.ts';
import type { Task } from './shapes.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

async function created(fields: object): Promise<Task> {
  return taskOf(
    await shared.tasks.create({ prompt: parked('a fox'), resolution: '720p', ...fields }),
  );
}

async function refused(fields: object, param: string | RegExp): Promise<void> {
  const response = await shared.tasks.create({ prompt: parked('a fox'), ...fields });
  expectApiError(response, { status: 400, code: 'payload_invalid', param });
}

describe('aspect_ratio', () => {
  it.each(['16:9', '9:16', '1:1'] as const)(
    '[tasks.aspect.values] %s is accepted',
    async (aspect) => {
      expect((await created({ aspect_ratio: aspect })).aspect_ratio).toBe(aspect);
    },
  );

  it.each(['4:3', '16x9', '16：9', '9 : 16', '', 'square', 1, ['16:9'], { width: 16 }])(
    '[tasks.aspect.values][tasks.create.param] %j is refused',
    async (aspect_ratio) => {
      await refused({ aspect_ratio }, 'aspect_ratio');
    },
  );

  it.each([
    [{ aspectRatio: '9:16' }, '9:16'],
    [{ aspectRatio: '1:1', aspect_ratio: '1:1' }, '1:1'],
    [{ aspectRatio: '1:1', aspect_ratio: null }, '1:1'],
    [{ aspectRatio: null, aspect_ratio: '9:16' }, '9:16'],
  ])('[tasks.aspect.camel-case] %j is %s', async (fields, aspect) => {
    expect((await created(fields)).aspect_ratio).toBe(aspect);
  });

  it.each([
    { aspectRatio: '9:16', aspect_ratio: '16:9' },
    { aspectRatio: '16:9', aspect_ratio: '1:1' },
  ])('[tasks.aspect.camel-case] %j contradicts itself', async (fields) => {
    await refused(fields, /^aspect_?ratio$/i);
  });

  it('[tasks.aspect.camel-case] a bad aspectRatio is refused', async () => {
    await refused({ aspectRatio: '4:3' }, /^aspect_?ratio$/i);
  });
});

describe('where the aspect comes from', () => {
  it.each([
    [{ aspect_ratio: '1:1', size: '1280x720', prompt: parked('a fox 9:16') }, '1:1'],
    [{ aspect_ratio: '16:9', size: '720x1280' }, '16:9'],
    [{ aspect_ratio: '16:9', prompt: parked('a fox 9:16') }, '16:9'],
    [{ aspectRatio: '1:1', prompt: parked('a fox 9:16') }, '1:1'],
  ])('[tasks.aspect.explicit-wins] %j is %s', async (fields, aspect) => {
    expect((await created(fields)).aspect_ratio).toBe(aspect);
  });

  it.each([
    [{ size: '720x1280', prompt: parked('a fox 16:9') }, '9:16'],
    [{ size: '1280x720', prompt: parked('a fox 9:16') }, '16:9'],
    [{ size: '1024x1024', prompt: parked('a fox 9:16') }, '1:1'],
  ])('[tasks.aspect.size-second] %j is %s', async (fields, aspect) => {
    expect((await created(fields)).aspect_ratio).toBe(aspect);
  });

  it.each([
    [{ prompt: parked('a fox 9:16') }, '9:16'],
    [{ prompt: parked('a fox 1:1'), size: '720p' }, '1:1'],
    [{ prompt: parked('a fox 9:16'), size: '1080p', aspect_ratio: null }, '9:16'],
    [{ content: [{ type: 'text', text: parked('a fox 9:16') }], prompt: null }, '9:16'],
  ])(
    '[tasks.aspect.prompt-third][tasks.size.resolution-words] %j is %s',
    async (fields, aspect) => {
      expect((await created(fields)).aspect_ratio).toBe(aspect);
    },
  );

  it('[tasks.aspect.default] the default is 16:9', async () => {
    expect((await created({})).aspect_ratio).toBe('16:9');
  });
});

describe('size', () => {
  it.each([
    ['1280x720', '16:9'],
    ['1920x1080', '16:9'],
    ['1280X720', '16:9'],
    ['1280×720', '16:9'],
    ['720x1280', '9:16'],
    ['1080×1920', '9:16'],
    ['1024x1024', '1:1'],
    ['1x1', '1:1'],
    ['16x9', '16:9'],
    ['3840x2160', '16:9'],
  ])('[tasks.size.form][tasks.aspect.size-second] %s is %s', async (size, aspect) => {
    const task = await created({ size, prompt: parked('a fox in 9:16 or 1:1') });
    expect(task.aspect_ratio).toBe(aspect);
  });

  it.each([
    ['1280x727', '16:9'],
    ['1280x713', '16:9'],
    ['1366x768', '16:9'],
    ['1009x1000', '1:1'],
    ['1000x1009', '1:1'],
    ['720x1271', '9:16'],
    ['720x1290', '9:16'],
  ])('[tasks.size.tolerance] %s is within 1 %% of %s', async (size, aspect) => {
    expect((await created({ size })).aspect_ratio).toBe(aspect);
  });

  it.each([
    '1280x728',
    '1280x712',
    '1011x1000',
    '1000x1011',
    '720x1264',
    '720x1296',
    '1024x768',
    '1792x1024',
    '2520x1080',
    '1280x0720000',
  ])('[tasks.size.tolerance][tasks.create.param] %s is near no supported aspect', async (size) => {
    await refused({ size }, 'size');
  });

  it.each([
    '1280',
    'x720',
    '1280x',
    '1280*720',
    '0x0',
    '0x720',
    '1280x0',
    '-1280x720',
    '1280x720px',
    '1280x720x3',
    'auto',
    '16:9',
    '480p',
    '',
    1280,
    ['1280x720'],
    { width: 1280 },
  ])(
    '[tasks.size.form][tasks.create.param] %j has no form of a size, with or without an aspect ratio',
    async (size) => {
      await refused({ size }, 'size');
      await refused({ size, aspect_ratio: '1:1' }, 'size');
    },
  );

  it.each(['1024x768', '2520x1080'])(
    '[tasks.size.ratio-when-used] the ratio of %s does not matter beside an aspect ratio',
    async (size) => {
      expect((await created({ size, aspect_ratio: '1:1' })).aspect_ratio).toBe('1:1');
      expect((await created({ size, aspectRatio: '9:16' })).aspect_ratio).toBe('9:16');
    },
  );

  it.each([
    [{ size: '720p', resolution: null }, '720p'],
    [{ size: '1080p', resolution: null }, '1080p'],
    [{ size: '720p', resolution: '1080p' }, '1080p'],
    [{ size: '1080p', resolution: '720p' }, '720p'],
  ])('[tasks.size.resolution-words] %j is %s', async (fields, resolution) => {
    expect((await created(fields)).resolution).toBe(resolution);
  });

  it.each([
    ['1080p', '16:9', '1920x1080'],
    ['1080p', '9:16', '1080x1920'],
    ['1080p', '1:1', '1080x1080'],
    ['720p', '16:9', '1280x720'],
    ['720p', '9:16', '720x1280'],
    ['720p', '1:1', '720x720'],
  ])(
    '[tasks.object.size] %s and %s make %s, whatever the size',
    async (resolution, aspect, size) => {
      const plain = await created({ resolution, aspect_ratio: aspect });
      const sized = await created({ resolution, aspect_ratio: aspect, size: '640x360' });
      expect([plain.size, sized.size]).toEqual([size, size]);
    },
  );

  it('[tasks.object.size] pixels asked for do not choose the resolution', async () => {
    const task = await created({ size: '1280x720', resolution: null });
    expect(task).toMatchObject({ resolution: '1080p', size: '1920x1080' });
  });
});
