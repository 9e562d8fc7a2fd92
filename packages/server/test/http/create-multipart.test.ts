import { describe, expect, it } from 'vitest';
import { expectApiError } from './response.ts';
import { parked } from './prompts.ts';
import { pngDataUrl, pngFile } from './sample-media.ts';
import { createPaths, type FormPart, taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const prompt = parked('a multipart fox');
const base: readonly FormPart[] = [
  ['prompt', prompt],
  ['resolution', '720p'],
];

async function created(parts: readonly FormPart[]) {
  return taskOf(await shared.tasks.createForm([...base, ...parts]));
}

async function refused(parts: readonly FormPart[], param: string | RegExp): Promise<void> {
  const response = await shared.tasks.createForm([...base, ...parts]);
  expectApiError(response, { status: 400, code: 'payload_invalid', param });
}

describe('multipart bodies', () => {
  it.each(createPaths)(
    '[tasks.create.multipart][tasks.create.number-text][tasks.create.boolean-text] mean on %s what JSON means',
    async (path) => {
      const response = await shared.tasks.createForm(
        [
          ...base,
          ['model', 'std-2.0'],
          ['seconds', '08'],
          ['size', '720x1280'],
          ['generate_audio', 'false'],
        ],
        { path },
      );
      expect(taskOf(response)).toMatchObject({
        prompt,
        model: 'vm_std-2.0',
        seconds: 8,
        resolution: '720p',
        size: '720x1280',
        aspect_ratio: '9:16',
        generate_audio: false,
        warnings: [],
      });
    },
  );

  it.each(['4', '16', '8.0', '0008', 'eight', '-8', ' 8', '８'])(
    '[tasks.create.number-text][tasks.seconds.range] seconds of "%s" are refused',
    async (seconds) => {
      await refused([['seconds', seconds]], 'seconds');
    },
  );

  it.each(['yes', '1', '0', 'on'])(
    '[tasks.create.boolean-text] generate_audio of "%s" is refused',
    async (text) => {
      await refused([['generate_audio', text]], 'generate_audio');
    },
  );

  it('[tasks.create.null-absent] empty text fields count as absent', async () => {
    const names = ['model', 'seconds', 'size', 'aspect_ratio', 'frame_mode', 'generate_audio'];
    const task = await created(names.map((name) => [name, ''] as const));
    expect(task).toMatchObject({
      model: 'vm_std-2.0',
      seconds: 5,
      aspect_ratio: '16:9',
      generate_audio: true,
      warnings: [],
    });
  });

  it('[tasks.create.null-absent] an empty alias field does not contradict the other', async () => {
    const task = await created([
      ['aspectRatio', ''],
      ['aspect_ratio', '1:1'],
    ]);
    expect(task.aspect_ratio).toBe('1:1');
  });

  it('[tasks.create.multipart] keep text of any script and line ending', async () => {
    const text = parked('第一行\n第二行 🦊 "quoted"');
    const response = await shared.tasks.createForm([
      ['prompt', text],
      ['resolution', '720p'],
    ]);
    expect(taskOf(response).prompt.replaceAll('\r\n', '\n')).toBe(text);
  });

  it('[tasks.create.multipart][tasks.images.input-reference] carry a file', async () => {
    expect((await created([['input_reference', pngFile('fox.png')]])).warnings).toEqual([]);
  });

  it('[tasks.images.input-reference] refuse a file that is no image', async () => {
    const file = new File(['<!doctype html>'], 'fox.png', { type: 'image/png' });
    await refused([['input_reference', file]], /^input_reference/);
  });

  it.each([
    ['without a boundary', 'multipart/form-data', '--x\r\n'],
    ['with a boundary that never comes', 'multipart/form-data; boundary=x', 'nothing'],
    [
      'cut off in a part',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="prompt"\r\n\r\na f',
    ],
  ])('[tasks.create.multipart] %s are 400 payload_invalid', async (_, type, body) => {
    const response = await shared.tasks.request('/v1/videos', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expectApiError(response, { status: 400, code: 'payload_invalid' });
  });
});

describe('nested names', () => {
  const picture = pngDataUrl();
  const other = pngDataUrl(7);

  it.each<readonly [string, readonly FormPart[]]>([
    ['an object by key', [['input_reference[image_url]', picture]]],
    [
      'items in order',
      [
        ['images[]', picture],
        ['images[]', other],
      ],
    ],
    [
      'items by index',
      [
        ['images[0][url]', picture],
        ['images[1][image_url]', other],
      ],
    ],
    [
      'items by index with a role',
      [
        ['images[0][url]', picture],
        ['images[0][role]', 'reference_image'],
      ],
    ],
    [
      'items of keys',
      [
        ['images[][url]', picture],
        ['images[][role]', 'first_frame'],
      ],
    ],
    [
      'parts of content',
      [
        ['content[0][type]', 'image_url'],
        ['content[0][image_url][url]', picture],
        ['content[0][role]', 'first_frame'],
      ],
    ],
  ])('[tasks.create.nested-names] name %s', async (_, parts) => {
    const task = await created([['frame_mode', 'all'], ...parts]);
    expect(task.warnings).toEqual([]);
  });

  it('[tasks.create.nested-names] nine items fit and a tenth does not, so that none is lost', async () => {
    const items = (count: number): FormPart[] =>
      Array.from({ length: count }, () => ['images[][url]', picture] as const);
    await created([['frame_mode', 'all'], ...items(9)]);
    await refused([['frame_mode', 'all'], ...items(10)], /^images/);
  });

  it('[tasks.create.nested-names] a repeated key starts the next item', async () => {
    const both: FormPart[] = [
      ['images[][url]', picture],
      ['images[][role]', 'first_frame'],
      ['images[][url]', other],
      ['images[][role]', 'cover'],
    ];
    await refused(both, /^images\D*1\D*role$|^images/);
    const first = await shared.tasks.createForm([...base, ...both.slice(0, 3)], {
      key: 'nested-repeat',
    });
    const spelled = await shared.tasks.createForm(
      [
        ...base,
        ['images[0][url]', picture],
        ['images[0][role]', 'first_frame'],
        ['images[1][url]', other],
      ],
      { key: 'nested-repeat' },
    );
    expect([first.status, spelled.status]).toEqual([202, 200]);
    expect(taskOf(spelled, 200).id).toBe(taskOf(first).id);
  });

  it('[tasks.create.nested-names] text items of content are read by index', async () => {
    const response = await shared.tasks.createForm([
      ['resolution', '720p'],
      ['content[0][type]', 'text'],
      ['content[0][text]', 'a fox'],
      ['content[1][type]', 'text'],
      ['content[1][text]', prompt],
    ]);
    expect(taskOf(response).prompt).toBe(`a fox\n${prompt}`);
  });

  it('[tasks.create.nested-names][tasks.images.forms] files can be items', async () => {
    await created([
      ['frame_mode', 'all'],
      ['images[]', pngFile('one.png')],
      ['images[]', pngFile('two.png', 9)],
    ]);
  });

  it.each<readonly [string, readonly FormPart[]]>([
    ['a huge index', [['images[4294967295][url]', picture]]],
    ['a prototype', [['__proto__[polluted]', 'yes']]],
    ['a prototype inside', [['images[0][__proto__][polluted]', 'yes']]],
    ['a constructor', [['constructor[prototype][polluted]', 'yes']]],
    ['an open bracket', [['images[0', picture]]],
    ['a deep nest', [[`images${'[0]'.repeat(500)}`, picture]]],
  ])('[errors.framework][tasks.create.nested-names] of %s harm nothing', async (_, parts) => {
    const response = await shared.tasks.createForm([...base, ...parts]);
    if (response.status !== 202) expectApiError(response, { status: 400, code: 'payload_invalid' });
    expect(Object.getPrototypeOf({})).not.toHaveProperty('polluted');
    expect((await shared.tasks.createForm(base)).status).toBe(202);
  });

  it.each<readonly [string, readonly FormPart[]]>([
    [
      'text and an object',
      [
        ['images', picture],
        ['images[0][url]', picture],
      ],
    ],
    [
      'text twice',
      [
        ['seconds', '5'],
        ['seconds', '6'],
      ],
    ],
  ])('[tasks.create.nested-names] %s for one field are refused', async (_, parts) => {
    await refused(parts, /^(images|seconds)/);
  });
});
