import { beforeAll, describe, expect, it } from 'vitest';
import { expectApiError, jsonOf, send } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { pngBytes, pngDataUrl, pngFile, sampleMedia } from './sample-media.ts';
import { assetSchema } from './shapes.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const base = { ...smallest(parked('a fox with material')), frame_mode: 'all' } as const;
const picture = pngDataUrl();
let assetId = '';

beforeAll(async () => {
  const response = await send(`${shared.gateway.tasksUrl}/api/v1/assets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shared.gateway.upstreamApiKey}`,
      'content-type': 'image/png',
    },
    body: pngBytes(),
  });
  expect(response.status, response.text).toBe(201);
  ({ assetId } = assetSchema.parse(jsonOf(response)));
});

async function accepted(fields: object): Promise<void> {
  expect(taskOf(await shared.tasks.create({ ...base, ...fields })).warnings).toEqual([]);
}

async function refused(fields: object, param: string | RegExp): Promise<void> {
  const response = await shared.tasks.create({ ...base, ...fields });
  expectApiError(response, { status: 400, code: 'payload_invalid', param });
}

describe('images', () => {
  it.each([
    [[]],
    [[picture]],
    [[{ url: picture }]],
    [[{ image_url: picture }]],
    [[{ url: picture, role: 'first_frame' }]],
    [
      [
        { url: picture, role: 'first_frame' },
        { url: pngDataUrl(3), role: 'last_frame' },
      ],
    ],
    [[{ image_url: picture, role: 'reference_image' }]],
    [[picture, { url: picture }, { image_url: picture }]],
    [[{ url: picture, role: null }]],
  ])('[tasks.images.forms] are taken in form %#', async (images) => {
    await accepted({ images });
  });

  it('[tasks.images.forms][tasks.create.null-absent] null images count as no images', async () => {
    await accepted({ images: null });
  });

  it.each(sampleMedia.filter(({ kind }) => kind === 'image'))(
    '[tasks.images.forms] a data URL of $name is an image',
    async ({ contentType, bytes }) => {
      const url = `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
      await accepted({ images: [url] });
    },
  );

  it('[tasks.images.asset-id] name an uploaded asset, for a user who did not upload it', async () => {
    await accepted({ images: [{ asset_id: assetId }] });
    await accepted({ images: [{ assetId, role: 'reference_image' }] });
    const stranger = await shared.newUser();
    taskOf(await stranger.create({ ...base, images: [{ asset_id: assetId }] }));
  });

  it.each([
    { asset_id: 'no-such-asset' },
    { assetId: '' },
    { asset_id: 17 },
    { asset_id: '../../etc/passwd' },
  ])('[tasks.images.asset-unknown] %j names no asset', async (item) => {
    await refused({ images: [item] }, /^images/);
  });

  it.each([
    'picture',
    5,
    true,
    {},
    { url: picture },
    [5],
    [null],
    [{}],
    [''],
    ['not a url'],
    [[picture]],
    [{ url: 5 }],
    [{ role: 'first_frame' }],
    [{ url: picture, role: 'cover' }],
    [{ url: picture, role: 5 }],
    ['data:image/png;base64,'],
    ['data:image/png;base64,@@@@'],
    ['data:text/plain;base64,aGVsbG8='],
    [`data:image/png;base64,${Buffer.from('<!doctype html>').toString('base64')}`],
    ['data:image/svg+xml;base64,PHN2Zy8+'],
  ])(
    '[tasks.images.forms][tasks.create.param] in a wrong form are refused (%#)',
    async (images) => {
      await refused({ images }, /^images/);
    },
  );
});

describe('input_reference', () => {
  it('[tasks.images.input-reference] is an image URL or a file id in JSON', async () => {
    await accepted({ input_reference: { image_url: picture } });
    await accepted({ input_reference: { file_id: assetId } });
  });

  it.each([5, {}, { file_id: 'no-such-asset' }, { image_url: 'not a url' }, []])(
    '[tasks.images.input-reference] %j is refused',
    async (input_reference) => {
      await refused({ input_reference }, /^input_reference/);
    },
  );
});

describe('content', () => {
  it.each([
    [{ type: 'image_url', image_url: { url: picture } }],
    [{ type: 'image_url', image_url: picture }],
    [{ type: 'image_url', image_url: { url: picture }, role: 'first_frame' }],
    [{ type: 'image_url', image_url: picture, role: 'reference_image' }],
  ])('[tasks.content.parts] is taken with part %#', async (part) => {
    await accepted({ content: [part] });
  });

  it.each([
    'a fox',
    5,
    { type: 'text', text: 'a fox' },
    ['a fox'],
    [null],
    [{}],
    [{ type: 'text' }],
    [{ type: 'text', text: 5 }],
    [{ type: 'video_url', video_url: { url: picture } }],
    [{ type: 'image_url' }],
    [{ type: 'image_url', image_url: {} }],
    [{ type: 'image_url', image_url: 5 }],
    [{ type: 'image_url', image_url: picture, role: 'cover' }],
  ])(
    '[tasks.content.parts][tasks.create.param] in a wrong form is refused (%#)',
    async (content) => {
      await refused({ content }, /^content/);
    },
  );
});

describe('at most nine images', () => {
  const many = (count: number) => Array.from({ length: count }, () => picture);
  const parts = (count: number) =>
    many(count).map((url) => ({ type: 'image_url', image_url: url }));

  it.each([
    { images: many(9) },
    { content: parts(9) },
    { images: many(8), input_reference: { image_url: picture } },
    { images: many(4), content: parts(4), input_reference: { image_url: picture } },
  ])('[tasks.images.at-most-nine] nine are taken, wherever they come from (%#)', async (fields) => {
    await accepted(fields);
  });

  it.each([
    { images: many(10) },
    { content: parts(10) },
    { images: many(9), input_reference: { image_url: picture } },
    { images: many(5), content: parts(5) },
    { images: many(4), content: parts(5), input_reference: { image_url: picture } },
  ])(
    '[tasks.images.at-most-nine] ten are refused, wherever they come from (%#)',
    async (fields) => {
      await refused(fields, /^(images|content|input_reference)/);
    },
  );

  it('[tasks.images.at-most-nine] files count as well', async () => {
    const files = Array.from(
      { length: 9 },
      (_, index) => ['images[]', pngFile(`${index}.png`)] as const,
    );
    const fields = [
      ['prompt', base.prompt],
      ['resolution', '720p'],
      ['frame_mode', 'all'],
    ] as const;
    taskOf(await shared.tasks.createForm([...fields, ...files]));
    const more = [...fields, ...files, ['input_reference', pngFile('ten.png')]] as const;
    expectApiError(await shared.tasks.createForm(more), { status: 400, code: 'payload_invalid' });
  });
});

describe('first_only', () => {
  it('[tasks.frame-mode.first-only] warns about images beyond the first', async () => {
    const two = { images: [picture, pngDataUrl(9)] };
    const plain = { ...smallest(parked('two images')), ...two };
    const byDefault = taskOf(await shared.tasks.create(plain));
    expect(byDefault.warnings.length).toBeGreaterThan(0);
    expect(byDefault.warnings[0]?.param).toMatch(/^images/);
    const stated = taskOf(await shared.tasks.create({ ...plain, frame_mode: 'first_only' }));
    expect(stated.warnings).toEqual(byDefault.warnings);
  });

  it('[tasks.frame-mode.first-only] does not apply to one image', async () => {
    await accepted({ frame_mode: null, images: [picture] });
  });
});
