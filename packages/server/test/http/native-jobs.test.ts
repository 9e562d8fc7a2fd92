import { beforeAll, describe, expect, it } from 'vitest';
import { expectApiError, send } from './response.ts';
import { assetOf, jobOf, type NativeClient, nativeClient } from './native-client.ts';
import { instant, parked, smallest } from './prompts.ts';
import { sendRaw } from './raw-http.ts';
import { pngBytes, sampleMedia } from './sample-media.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
let native: NativeClient;
let assetId = '';
const base = { plugin: 'std', prompt: parked('a native fox'), references: [] } as const;

beforeAll(async () => {
  native = nativeClient(shared.gateway.tasksUrl, shared.gateway.upstreamApiKey);
  ({ assetId } = assetOf(await native.upload(pngBytes())));
});

describe('a native job', () => {
  it('[native.jobs.first-202][native.jobs.record] is accepted with its whole record', async () => {
    const references = [{ assetId, kind: 'image' }];
    const job = jobOf(await native.create({ ...base, references }));
    expect(job).toEqual({
      id: job.id,
      plugin: 'std',
      status: job.status,
      progress: 0,
      prompt: base.prompt,
      references,
      model: 'vm_std-2.0',
      seconds: 5,
      resolution: '1080p',
      aspectRatio: '16:9',
      generateAudio: true,
      error: null,
      createdAt: job.createdAt,
      updatedAt: job.updatedAt,
      completedAt: null,
    });
    expect(['queued', 'processing']).toContain(job.status);
    expect((await native.read(job.id)).id).toBe(job.id);
  });

  it('[native.jobs.references-absent] needs no references', async () => {
    const { references: _, ...body } = base;
    expect(jobOf(await native.create(body)).references).toEqual([]);
    expect(jobOf(await native.create({ ...body, references: null })).references).toEqual([]);
  });

  it('[native.jobs.read][native.jobs.video][native.jobs.video-url] completes into a video', async () => {
    const options = { resolution: '720p' };
    const created = jobOf(
      await native.create({ ...base, prompt: instant('native video'), options }),
    );
    const job = await native.completed(created.id);
    expect(job.progress).toBe(100);
    expect(Date.parse(job.completedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(job.createdAt));
    const video = await native.request(`/api/v1/video-jobs/${job.id}/video`);
    expect(video.status).toBe(200);
    expect(video.headers.get('content-type')).toBe('video/mp4');
    expect(video.headers.get('content-disposition')).toMatch(/^attachment/);
    const played = await send(job.videoUrl ?? '');
    expect(Buffer.compare(played.bytes, video.bytes)).toBe(0);
    const url = new URL(job.videoUrl ?? '');
    url.searchParams.set('expires', '1600000000');
    expectApiError(await send(url.href), { status: 403, code: 'signature_invalid' });
  });

  it.each([
    [
      { seconds: 15, resolution: '720p' },
      { seconds: 15, resolution: '720p' },
    ],
    [{ seconds: '08' }, { seconds: 8 }],
    [{ aspectRatio: '9:16' }, { aspectRatio: '9:16' }],
    [{ generateAudio: false }, { generateAudio: false }],
    [
      { seconds: null, generateAudio: null },
      { seconds: 5, generateAudio: true },
    ],
  ])('[native.jobs.options] takes the options %j', async (options, expected) => {
    expect(jobOf(await native.create({ ...base, options }))).toMatchObject(expected);
  });

  it('[native.jobs.options] reads the aspect of the prompt without the option', async () => {
    const job = jobOf(await native.create({ ...base, prompt: parked('竖屏9:16视频') }));
    expect(job.aspectRatio).toBe('9:16');
  });

  it.each([
    { seconds: 4 },
    { seconds: 16 },
    { seconds: '8.0' },
    { resolution: '480p' },
    { aspectRatio: '4:3' },
    { generateAudio: 'yes' },
    5,
    [],
  ])('[native.jobs.options][native.errors-shape] refuses the options %j', async (options) => {
    const response = await native.create({ ...base, options });
    expectApiError(response, { status: 400, code: 'payload_invalid' });
  });

  it.each([
    { prompt: '' },
    { prompt: ' ' },
    { prompt: 5 },
    { prompt: null },
    { prompt: 'x'.repeat(20_001) },
  ])('[native.errors-shape] refuses a bad prompt (%#)', async (fields) => {
    const response = await native.create({ ...base, ...fields });
    expectApiError(response, { status: 400, code: 'payload_invalid', param: 'prompt' });
  });

  it.each(['other', '', 'STD', 5, null, undefined])(
    '[native.jobs.plugin] the plugin %j is 400 plugin_invalid',
    async (plugin) => {
      const response = await native.create({ ...base, plugin });
      expectApiError(response, { status: 400, code: 'plugin_invalid' });
    },
  );

  it.each(['no-such-asset', '', 'vt_00000000000000000000000000', '../x'])(
    '[native.jobs.asset-unknown] the asset "%s" is 400 asset_not_found',
    async (unknown) => {
      const references = [{ assetId: unknown, kind: 'image' }];
      const response = await native.create({ ...base, references });
      expectApiError(response, { status: 400, code: 'asset_not_found' });
    },
  );

  it.each(['video', 'audio', 'picture', '', 5])(
    '[native.jobs.kind-mismatch] an image as %j is 400 payload_invalid',
    async (kind) => {
      const response = await native.create({ ...base, references: [{ assetId, kind }] });
      expectApiError(response, { status: 400, code: 'payload_invalid' });
    },
  );

  it.each(['video', 'audio'] as const)(
    '[native.jobs.kind-mismatch] an image as %j is 400 payload_invalid',
    async (kind) => {
      const response = await native.create({ ...base, references: [{ assetId, kind }] });
      expectApiError(response, { status: 400, code: 'payload_invalid' });
    },
  );

  it.each(['video', 'audio'] as const)(
    '[native.jobs.media-references] takes %s the plugin\u2019s model can use, and its bytes reach the upstream',
    async (kind) => {
      const media = sampleMedia.find((sample) => sample.kind === kind);
      if (media === undefined) throw new Error(`no ${kind} sample`);
      const { contentType, bytes } = media;
      const asset = assetOf(await native.upload(bytes, { contentType }));
      const references = [{ assetId: asset.assetId, kind }];
      const prompt = `native ${kind} reference 7f31 [[mock:run=0s,queue=0s]]`;
      const job = jobOf(await native.create({ plugin: 'std', prompt, references }));
      expect(job.references).toEqual(references);
      await native.completed(job.id);
      const { jobs } = await shared.gateway.mock.ledger(prompt);
      expect(JSON.stringify(jobs)).toContain(asset.sha256);
    },
  );

  it('[native.jobs.kind-mismatch] a sound as an image is 400 payload_invalid', async () => {
    const wav = sampleMedia.find(({ name }) => name === 'wav');
    const bytes = wav?.bytes ?? new Uint8Array();
    const sound = assetOf(await native.upload(bytes, { contentType: 'audio/wav' }));
    const references = [{ assetId: sound.assetId, kind: 'image' }];
    const response = await native.create({ ...base, references });
    expectApiError(response, { status: 400, code: 'payload_invalid' });
  });
});

describe('the key of a native job', () => {
  it('[native.jobs.key-required] must be there', async () => {
    const response = await native.request('/api/v1/video-jobs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(base),
    });
    expectApiError(response, { status: 400, code: 'idempotency_key_required' });
  });

  it.each(['12345678', 'k'.repeat(128), '"12345678x"', `"${'q'.repeat(128)}"`])(
    '[native.jobs.key-form] %s is a key',
    async (key) => {
      jobOf(await native.create(base, key));
    },
  );

  it.each([
    '1234567',
    'k'.repeat(129),
    '"1234567"',
    `"${'q'.repeat(129)}"`,
    'has a space',
    'caf\u00e9-latin',
  ])('[native.jobs.key-form] %s is 400 idempotency_key_invalid', async (key) => {
    const response = await native.create(base, key);
    expectApiError(response, { status: 400, code: 'idempotency_key_invalid' });
  });

  it('[native.jobs.key-form] comes in one line', async () => {
    const response = await sendRaw({
      url: `${shared.gateway.tasksUrl}/api/v1/video-jobs`,
      method: 'POST',
      headers: [
        ['Authorization', `Bearer ${shared.gateway.upstreamApiKey}`],
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', 'first-line'],
        ['Idempotency-Key', 'second-line'],
      ],
      body: JSON.stringify(base),
    });
    expectApiError(response, { status: 400, code: 'idempotency_key_invalid' });
  });

  it('[native.jobs.replay-200][native.jobs.key-form] replays, bare or quoted', async () => {
    const first = await native.create(base, 'replay-native');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    for (const key of ['replay-native', '"replay-native"']) {
      const again = await native.create({ ...base }, key);
      expect(jobOf(again, 200).id).toBe(jobOf(first).id);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
  });

  it.each<readonly [string, () => object]>([
    ['another prompt', () => ({ prompt: parked('another fox') })],
    ['a reference more', () => ({ references: [{ assetId, kind: 'image' }] })],
    ['a default spelled out', () => ({ options: { seconds: 5 } })],
  ])('[native.jobs.conflict] conflicts with %s', async (_, change) => {
    const key = crypto.randomUUID();
    jobOf(await native.create(base, key));
    const response = await native.create({ ...base, ...change() }, key);
    expectApiError(response, { status: 409, code: 'idempotency_key_conflict' });
    expect(response.headers.get('x-should-retry')).toBe('false');
  });

  it('[native.jobs.separate-owner] is not the key of an API user', async () => {
    const key = 'the-same-key-twice';
    const task = taskOf(await shared.tasks.create(smallest(parked('of a user')), { key }));
    expect(jobOf(await native.create(base, key)).id).not.toBe(task.id);
  });
});

describe('who sees what', () => {
  it('[native.jobs.not-found] an unknown job and an unfinished video are 404 job_not_found', async () => {
    const job = jobOf(await native.create(base));
    const paths = [
      `${job.id}/video`,
      'vj_00000000000000000000000000',
      'vj_00000000000000000000000000/video',
      'x',
    ];
    for (const path of paths) {
      const response = await native.request(`/api/v1/video-jobs/${path}`);
      expectApiError(response, { status: 404, code: 'job_not_found' });
    }
  });

  it('[native.jobs.separate-owner] native jobs and tasks do not see each other', async () => {
    const job = jobOf(await native.create({ ...base, prompt: parked('native only 4d2f') }));
    const task = taskOf(await shared.tasks.create(smallest(parked('user only'))));
    const asTask = await shared.tasks.request(`/v1/videos/${job.id}`);
    expectApiError(asTask, { status: 404, code: 'job_not_found' });
    const asJob = await native.request(`/api/v1/video-jobs/${task.id}`);
    expectApiError(asJob, { status: 404, code: 'job_not_found' });
    const listed = await shared.tasks.request('/v1/videos?search=4d2f');
    expect(JSON.parse(listed.text)).toMatchObject({ data: [] });
  });
});
