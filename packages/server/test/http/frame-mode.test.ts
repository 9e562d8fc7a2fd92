import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { assetOf, nativeClient } from './native-client.ts';
import { parked, smallest } from './prompts.ts';
import { pngBytes, pngDataUrl, pngFile } from './sample-media.ts';
import { type ImageServer, startImageServer } from './start-image-server.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

let pictures: ImageServer;
beforeAll(async () => {
  pictures = await startImageServer();
});
afterAll(() => pictures.stop());

const shared = useGateway(() => ({ env: { FILMGATE_IMAGE_HOSTS: `private:${pictures.origin}` } }));

/** Parameters received by the upstream in the one submission whose prompt contains the text. */
function submitted(text: string) {
  return eventually(
    async () => {
      const { jobs } = await shared.gateway.mock.ledger(text);
      expect(jobs.length).toBeLessThanOrEqual(1);
      return jobs[0]?.references;
    },
    { what: `the submission of ${text}` },
  );
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const [one, two, three] = [pngDataUrl(1), pngDataUrl(2), pngDataUrl(3)];

describe('what the upstream is given', () => {
  it.each([
    ['first_only', [one], ['first_frame']],
    [null, [one], ['first_frame']],
    [null, [one, two, three], ['first_frame']],
  ])(
    '[tasks.frame-mode.first-only] %s makes of images the roles (%#)',
    async (frame_mode, images, roles) => {
      const text = `first only ${crypto.randomUUID()}`;
      taskOf(await shared.tasks.create({ ...smallest(parked(text)), frame_mode, images }));
      expect((await submitted(text)).map(({ role }) => role)).toEqual(roles);
    },
  );

  it.each([
    [[one], ['first_frame']],
    [
      [one, two],
      ['first_frame', 'last_frame'],
    ],
    [
      [one, two, three],
      ['reference_image', 'reference_image', 'reference_image'],
    ],
  ])('[tasks.frame-mode.all] all makes of images the roles (%#)', async (images, roles) => {
    const text = `all of them ${crypto.randomUUID()}`;
    taskOf(await shared.tasks.create({ ...smallest(parked(text)), frame_mode: 'all', images }));
    expect((await submitted(text)).map(({ role }) => role)).toEqual(roles);
  });

  it.each([
    ['first_only', [{ url: one, role: 'last_frame' }], ['last_frame']],
    [
      'first_only',
      [
        { url: one, role: 'reference_image' },
        { url: two, role: 'reference_image' },
      ],
      ['reference_image', 'reference_image'],
    ],
    ['first_only', [{ url: one, role: 'last_frame' }, { url: two }], ['last_frame', 'first_frame']],
    [
      'all',
      [{ url: one, role: 'reference_image' }, { url: two }],
      ['reference_image', 'first_frame'],
    ],
    [
      'all',
      [
        { url: one, role: 'last_frame' },
        { url: two, role: 'first_frame' },
      ],
      ['last_frame', 'first_frame'],
    ],
  ])(
    '[tasks.frame-mode.explicit-role] with %s stated roles stay (%#)',
    async (frame_mode, images, roles) => {
      const text = `stated roles ${crypto.randomUUID()}`;
      const task = taskOf(
        await shared.tasks.create({ ...smallest(parked(text)), frame_mode, images }),
      );
      expect(task.warnings).toEqual([]);
      expect((await submitted(text)).map(({ role }) => role).toSorted()).toEqual(
        [...roles].toSorted(),
      );
    },
  );

  it('[tasks.images.checked-bytes] are the bytes of a remote image, a data URL and an asset', async () => {
    const native = nativeClient(shared.gateway.tasksUrl, shared.gateway.upstreamApiKey);
    const { assetId } = assetOf(await native.upload(pngBytes(5)));
    const text = `bytes only ${crypto.randomUUID()}`;
    const images = [`${pictures.origin}/remote.png`, pngDataUrl(4), { asset_id: assetId }];
    taskOf(await shared.tasks.create({ ...smallest(parked(text)), frame_mode: 'all', images }));
    const given = await submitted(text);
    const expected = [pngBytes(), pngBytes(4), pngBytes(5)].map(sha256);
    expect(given.map((reference) => reference.sha256)).toEqual(expected);
    expect(JSON.stringify(await shared.gateway.mock.ledger(text))).not.toContain(pictures.origin);
  });

  it('[tasks.images.checked-bytes][tasks.create.multipart][tasks.images.input-reference] are the bytes of an uploaded file', async () => {
    const text = `one file ${crypto.randomUUID()}`;
    taskOf(
      await shared.tasks.createForm([
        ['prompt', parked(text)],
        ['resolution', '720p'],
        ['input_reference', pngFile('fox.png', 6)],
      ]),
    );
    expect(await submitted(text)).toMatchObject([
      { role: 'first_frame', sha256: sha256(pngBytes(6)) },
    ]);
  });
});
