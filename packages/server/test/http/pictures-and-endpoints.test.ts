import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectApiError } from './response.ts';
import { writeOperatorFiles } from './personality-endpoints.ts';
import { pngBytes, sampleMedia } from './sample-media.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { tasksClient } from './tasks-client.ts';
import { localClient } from './local-client.ts';
import { useGateway } from './use-gateway.ts';

const dataUrl = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const sample = (name: string): Uint8Array<ArrayBuffer> => {
  const bytes = sampleMedia.find((one) => one.name === name)?.bytes;
  if (bytes === undefined) throw new Error(`There is no sample called ${name}.`);
  return bytes;
};
const webp = dataUrl('image/webp', sample('webp'));
const pngOf = (width: number, height: number): string =>
  dataUrl('image/png', pngBytes(128, { width, height }));
const isoPicture = (...brands: readonly string[]): Uint8Array => {
  const size = 12 + 4 * brands.length;
  const box = Buffer.alloc(size + 64);
  box.writeUInt32BE(size, 0);
  box.write(`ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 4, 'latin1');
  return box;
};

describe('a picture that no model could make a video of', () => {
  const shared = useGateway();

  it.each([
    [1, 1, '16 to 8192 pixels on each side; this one has 1x1'],
    [4000, 100, '10 times the shorter side; this one has 4000x100'],
    [16, 9000, '16 to 8192 pixels on each side; this one has 16x9000'],
  ])('[references.fit-the-mock] is refused by the mock: %ix%i', async (width, height, said) => {
    const before = (await shared.gateway.mock.ledger()).accepted;
    const response = await shared.tasks.create({
      prompt: 'a boat',
      images: [pngOf(width, height)],
    });
    const expected = { status: 400, code: 'payload_invalid', param: 'images[0]' };
    expect(expectApiError(response, expected)).toContain(said);
    expect((await shared.gateway.mock.ledger()).accepted).toBe(before);
  });
});

describe('a picture that is no whole picture', () => {
  const shared = useGateway();

  it.each([
    ['half a JPEG', sample('jpeg').subarray(0, sample('jpeg').length / 2)],
    ['a JPEG without its end marker', sample('jpeg').subarray(0, -2)],
    ['a PNG without IEND', pngBytes().subarray(0, -12)],
    ['a PNG cut in its data', pngBytes().subarray(0, 45)],
    ['a WebP shorter than it says', sample('webp').subarray(0, -4)],
  ])('[references.whole] %s is refused, as a data URL and as a file', async (_what, bytes) => {
    const url = dataUrl('image/jpeg', bytes);
    const before = (await shared.gateway.mock.ledger()).accepted;
    const byUrl = await shared.tasks.create({ prompt: 'a boat', images: [url] });
    const refused = { status: 400, code: 'payload_invalid' };
    expect(expectApiError(byUrl, { ...refused, param: 'images[0]' })).toContain('ends');
    const file = new File([Uint8Array.from(bytes)], 'frame.jpg', { type: 'image/jpeg' });
    const byFile = await shared.tasks.createForm([
      ['prompt', 'a boat'],
      ['input_reference', file],
    ]);
    expect(expectApiError(byFile, { ...refused, param: 'input_reference' })).toContain('ends');
    expect((await shared.gateway.mock.ledger()).accepted).toBe(before);
  });

  it.each([
    ['HEIC', isoPicture('heic', 'mif1', 'heic')],
    ['AVIF', isoPicture('mif1', 'avif')],
    ['GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
    ['BMP', Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
    ['TIFF', Buffer.from('II*\0\x08\0\0\0\0\0', 'latin1')],
  ])(
    '[references.formats-by-name] %s is refused by its name, with what is taken',
    async (name, bytes) => {
      const file = new File([Uint8Array.from(bytes)], 'frame.bin', { type: 'image/png' });
      const response = await shared.tasks.createForm([
        ['prompt', 'a boat'],
        ['input_reference', file],
      ]);
      const expected = { status: 400, code: 'payload_invalid', param: 'input_reference' };
      const message = expectApiError(response, expected);
      expect(message).toContain(`has the unsupported type ${name}`);
      expect(message).toContain('PNG, JPEG and WebP');
    },
  );

  it.each(['png', 'jpeg', 'webp'])(
    '[references.bare-base64] base64 text of a %s alone is refused with a hint to a data URL',
    async (name) => {
      const text = Buffer.from(sample(name)).toString('base64');
      const response = await shared.tasks.create({ prompt: 'a boat', images: [text] });
      const expected = { status: 400, code: 'payload_invalid', param: 'images[0]' };
      expect(expectApiError(response, expected)).toContain('data URL');
      const long = await shared.tasks.create({ prompt: 'a boat', images: [text.repeat(200)] });
      expect(expectApiError(long, expected)).toContain('data URL');
    },
  );
});

describe('a picture that no account will ever take', () => {
  let folder = '';
  let gateway: Gateway;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filmgate-places-'));
    // Nothing listens there: none of these requests may be sent.
    const env = await writeOperatorFiles(folder, 'http://127.0.0.1:9');
    gateway = await startGateway({ env, accounts: [] });
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const order = (image: string, model = 'kling') =>
    tasksClient(gateway.tasksUrl, gateway.apiUserKey).create({
      prompt: 'a boat',
      model,
      images: [image],
    });

  it.each([
    ['kling', webp, 'image/webp is not supported as image; supported are image/jpeg and image/png'],
    ['kling', pngOf(1, 1), '300 pixels on each side; this one has 1x1'],
    ['kling', pngOf(4000, 100), '300 pixels on each side; this one has 4000x100'],
    ['kling', pngOf(300, 800), '2.5 times the shorter side; this one has 300x800'],
    ['ark', pngOf(1, 1), '300 to 6000 pixels on each side; this one has 1x1'],
  ])('[references.fit-the-place] is refused at %s: %#', async (model, image, said) => {
    const expected = { status: 400, code: 'payload_invalid', param: 'images[0]' };
    expect(expectApiError(await order(image, model), expected)).toContain(said);
    const { reserved, held } = await gateway.usageOf(gateway.apiUserId);
    expect([reserved, held]).toEqual([0, 0]);
  });

  it('[references.fit-the-place] is reported so on the local API, not about a login', async () => {
    const response = await localClient(gateway.localUrl, gateway.serviceApiKey).chat({
      model: 'kling-3s-16x9-720p',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a boat' },
            { type: 'image_url', image_url: { url: webp } },
          ],
        },
      ],
    });
    const param = 'messages[0].content[1].image_url';
    const expected = { status: 400, code: 'reference_invalid', param };
    expect(expectApiError(response, expected)).toContain('image/jpeg and image/png');
  });

  it('[references.fit-the-place] is accepted where the endpoint accepts it', async () => {
    expect((await order(pngOf(300, 300))).status).toBe(202);
    expect((await order(webp, 'standard')).status).toBe(202);
  });
});
