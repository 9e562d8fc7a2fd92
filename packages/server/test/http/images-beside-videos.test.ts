import type { MockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { localClient } from './local-client.ts';
import { instant } from './prompts.ts';
import { oneEndpoint, type ProviderScene, startProviderScene } from './provider-scene.ts';
import { jsonOf } from './response.ts';
import { pngBytes } from './sample-media.ts';
import { adminJobResponseSchema, jobListOf } from './shapes.ts';
import type { Gateway } from './start-gateway.ts';
import { tasksClient } from './tasks-client.ts';

/** A provider of videos whose key makes images, too. */
const makers = [
  {
    name: 'ModelArk',
    protocol: 'ark',
    endpoint: 'ark-intl',
    path: '/ark/api/v3',
    model: 'seedream-4.5-16x9-2k',
    pixels: [2_560, 1_440],
    wireModel: 'seedream-4-5-251128',
    promise: '[providers.ark.images]',
    video: { model: 'seedance-2.0', seconds: 4, resolution: '480p' },
    gradeOfVideos: 'found_by_match',
  },
  {
    name: 'Google',
    protocol: 'google',
    endpoint: 'google',
    path: '/google',
    model: 'gemini-nano-banana-2.1-16x9-2k',
    pixels: [2_048, 1_152],
    wireModel: 'gemini-nano-banana-2.1',
    promise: '[providers.google.images]',
    video: { model: 'gemini-omni-1.2-flash', seconds: 3, resolution: '360p' },
    gradeOfVideos: 'person_decides',
  },
] as const;

const jobsSchema = jobListOf(z.object({ id: z.string(), state: z.string() }));
const imagesSchema = z.object({ data: z.array(z.object({ b64_json: z.base64() })).length(1) });

describe.each(makers)('images on the key of $name', (maker) => {
  const { protocol, endpoint, model, promise, video } = maker;
  let scene: ProviderScene;
  let mock: MockServer;
  let gateway: Gateway;

  beforeAll(async () => {
    scene = await startProviderScene({
      personalities: [protocol],
      settings: (url, folder) =>
        oneEndpoint(folder, { id: endpoint, protocol, baseUrl: url + maker.path }),
      accounts: [{ label: protocol, endpoint, secret: 'canary', concurrency: 10 }],
    });
    ({ mock, gateway } = scene);
  });
  afterAll(() => scene.close());

  function order(prompt: string) {
    const local = localClient(gateway.localUrl, gateway.serviceApiKey);
    return local.images({ model, prompt, response_format: 'b64_json' });
  }

  async function jobFor(label: string, state: string) {
    const find = async () =>
      jobsSchema
        .parse(jsonOf(await gateway.adminFetch(`jobs?text=${encodeURIComponent(label)}`)))
        .data.find((job) => job.state === state);
    return await eventually(find, { what: `the job of ${label}` });
  }

  it(`${promise} are ordered by a call of their own, and come in the size that the model makes`, async () => {
    const { data } = imagesSchema.parse(jsonOf(await order(instant('a paper kite'))));
    const bytes = Buffer.from(data[0]?.b64_json ?? '', 'base64');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(maker.pixels);
    expect(mock.ledger('default', 'a paper kite')).toMatchObject({
      accepted: 1,
      jobs: [{ model: maker.wireModel }],
    });
    const job = await jobFor('a paper kite', 'completed');
    const detail = jsonOf(await gateway.adminFetch(`jobs/${job.id}`));
    expect(adminJobResponseSchema.parse(detail).state).toBe('completed');
  });

  it(`${promise} are made from an image, on the listener for API users too`, async () => {
    const form = new FormData();
    form.set('model', model);
    form.set('prompt', instant('the kite in red'));
    form.set(
      'image',
      new File([pngBytes(90, { width: 320, height: 320 })], 'kite.png', { type: 'image/png' }),
    );
    const edited = await fetch(`${gateway.tasksUrl}/v1/images/edits`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.apiUserKey}` },
      body: form,
    });
    expect(edited.status, await edited.clone().text()).toBe(200);
    expect(mock.ledger('default', 'the kite in red')).toMatchObject({
      accepted: 1,
      jobs: [{ references: [{ role: 'image' }] }],
    });
  });

  it(`${promise}[providers.images.unknown] are neither sent again nor searched for when the response is lost`, async () => {
    void order(instant('a lost kite', 'lost-response'));
    const { id } = await jobFor('a lost kite', 'outcome_unknown');
    const checked = jsonOf(await gateway.adminFetch(`jobs/${id}/check`, { method: 'POST' }));
    expect(JSON.stringify(checked)).toContain('outcome_unknown');
    expect(mock.ledger('default', 'a lost kite')).toMatchObject({ accepted: 1 });
  });

  it(`${promise} that the provider withholds are refused by policy, and cost nothing`, async () => {
    const refused = await order(instant('a forbidden kite', 'fail=policy'));
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('content_rejected'),
    ]);
  });

  it(`${promise}[providers.catalog.lost-response] say that a person decides, whatever the videos of the same key say`, async () => {
    const local = await fetch(`${gateway.localUrl}/v1/models`, {
      headers: { authorization: `Bearer ${gateway.serviceApiKey}` },
    });
    const listed = z
      .object({ data: z.array(z.looseObject({ id: z.string(), lost_response: z.string() })) })
      .parse(await local.json());
    const gradeOf = (start: string) =>
      listed.data.find(({ id }) => id.startsWith(start))?.lost_response;
    expect(gradeOf(model)).toBe('person_decides');
    expect(gradeOf(video.model)).toBe(maker.gradeOfVideos);
  });

  it(`${promise} and videos are made beside each other`, async () => {
    const tasks = tasksClient(gateway.tasksUrl, gateway.apiUserKey);
    const created = await tasks.create({ ...video, prompt: instant('a video beside') });
    expect(created.status, created.text).toBe(202);
    await jobFor('a video beside', 'completed');
  });
});
