import { createHash } from 'node:crypto';
import { type BlobStore, type JobStore, StorageUnavailable } from '@filmgate/core';
import type { MockServer } from '@filmgate/upstream-mock';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { overlay } from '../fault/overlay.ts';
import { eventually } from './eventually.ts';
import { localClient } from './local-client.ts';
import { instant } from './prompts.ts';
import { oneEndpoint, type ProviderScene, startProviderScene } from './provider-scene.ts';
import { withQuickEndpoints } from './quick-endpoints.ts';
import { expectApiError, jsonOf } from './response.ts';
import { pngBytes } from './sample-media.ts';
import { jobListOf } from './shapes.ts';
import type { Gateway } from './start-gateway.ts';

let scene: ProviderScene;
let mock: MockServer;
let gateway: Gateway;
/** Failures of the result store that are still to come. */
let storeFailures = 0;
/** True if the result store accepts nothing. */
let isStoreFull = false;
/** True if the spool beside the result store fails too. */
let spoolFails = false;
/** Reads for which the result store does not show its files, as when its volume is not there. */
let hiddenReads = 0;
/** True if the decision from the next receipt is lost. */
let losesDecision = false;

beforeAll(async () => {
  scene = await startProviderScene({
    personalities: ['openai-images'],
    settings: (url, folder) =>
      oneEndpoint(folder, {
        ...{ id: 'openai', protocol: 'openai-images' },
        baseUrl: `${url}/openai-images/v1`,
      }),
    accounts: [{ label: 'openai', endpoint: 'openai', secret: 'canary', concurrency: 10 }],
    wrapPorts: (ports) => {
      const storage = { ...ports.storage, jobs: forgetting(ports.storage.jobs) };
      const resultBlobs = failing(ports.resultBlobs);
      const resultSpool = spooling(ports.resultSpool);
      return withQuickEndpoints({ ...ports, storage, resultBlobs, resultSpool });
    },
  });
  ({ mock, gateway } = scene);
});
afterAll(() => scene.close());

/** A store whose next commits fail, before or after they took effect. */
function failing(blobs: BlobStore): BlobStore {
  return overlay(blobs, {
    commit: async (blob) => {
      if (isStoreFull) throw full();
      storeFailures -= 1;
      if (storeFailures >= 0 && storeFailures % 2 === 1) throw full();
      await blobs.commit(blob);
      if (storeFailures >= 0) throw full();
    },
    open: async (sha256) => {
      hiddenReads -= 1;
      return hiddenReads >= 0 ? undefined : await blobs.open(sha256);
    },
  });
}

/** A spool that fails on request. */
function spooling(spool: BlobStore | undefined): BlobStore {
  if (spool === undefined) throw new Error('The gateway has no spool.');
  return overlay(spool, {
    stage: async (input) => {
      if (spoolFails) throw full();
      return await spool.stage(input);
    },
  });
}

/** A store that keeps the next receipt and loses the decision that was made from it. */
function forgetting(jobs: JobStore): JobStore {
  return overlay(jobs, {
    recordReceipt: async ({ decision, ...receipt }) => {
      if (!losesDecision || decision === undefined)
        return await jobs.recordReceipt({
          ...receipt,
          ...(decision !== undefined && { decision }),
        });
      losesDecision = false;
      const { claim } = decision;
      await jobs.recordReceipt(receipt);
      if (claim !== null) await jobs.releaseClaim({ claim, dueAt: 0, now: Date.now() });
      throw new Error('The process is gone.');
    },
  });
}

const full = () => new StorageUnavailable('The disk is full.', { applied: 'unknown' });

const model = 'gpt-image-1.5-3x2-1k';
const imagesSchema = z.strictObject({
  created: z.int(),
  data: z.array(z.strictObject({ b64_json: z.base64() })),
});

function order(prompt: string) {
  const local = localClient(gateway.localUrl, gateway.serviceApiKey);
  return local.images({ model, prompt, response_format: 'b64_json' });
}

const jobSchema = z.object({
  id: z.string(),
  state: z.string(),
  warnings: z.array(z.unknown()),
  spend: z.object({ unit: z.string(), estimate: z.number(), actual: z.number().nullable() }),
});

async function jobOf(label: string) {
  const jobs = jobListOf(jobSchema.pick({ id: true }));
  const { data } = jobs.parse(jsonOf(await gateway.adminFetch(`jobs?text=${label}`)));
  const id = data[0]?.id ?? 'none';
  const response = jsonOf(await gateway.adminFetch(`jobs/${id}`));
  return z.object({ job: jobSchema }).parse(response).job;
}

async function accepted(label: string): Promise<number> {
  const response = await fetch(`${mock.url}/_mock/ledger?contains=${label}`);
  return z.object({ accepted: z.int() }).parse(await response.json()).accepted;
}

describe('an image of the images API', () => {
  it('[providers.images.delivered] is what its provider delivered in the response, of the size that its model makes', async () => {
    const response = await order(instant('first-fox'));
    expect(response.status, response.text).toBe(200);
    const [image] = imagesSchema.parse(jsonOf(response)).data;
    const bytes = Buffer.from(image?.b64_json ?? '', 'base64');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1_536, 1_024]);
    expect(await accepted('first-fox')).toBe(1);
    const job = await jobOf('first-fox');
    expect(job).toMatchObject({ state: 'completed', warnings: [] });
    expect(job.spend).toMatchObject({ unit: 'tokens', estimate: 1_584, actual: 1_076 });
  });

  it('[providers.images.delivered] is offered to stores that fail until one keeps it, and made once', async () => {
    storeFailures = 3;
    spoolFails = true;
    const response = await order(instant('stubborn-fox'));
    expect(response.status, response.text).toBe(200);
    expect(storeFailures).toBeLessThan(0);
    expect(await accepted('stubborn-fox')).toBe(1);
    spoolFails = false;
  });

  it('[providers.images.spooled] is kept in the spool while the result store fails, and delivered when that accepts it', async () => {
    isStoreFull = true;
    const response = order(instant('spooled-fox'));
    await eventually(
      async () =>
        (await jobOf('spooled-fox').catch(() => undefined))?.state === 'storing' || undefined,
      {
        what: 'the receipt',
        timeoutMs: 8_000,
      },
    );
    isStoreFull = false;
    expect((await response).status).toBe(200);
    expect(await accepted('spooled-fox')).toBe(1);
  });

  it('[providers.images.unknown][invariants.i6-unknown-not-resubmitted] whose response is lost waits for a person, and is never ordered again', async () => {
    const lost = order(instant('lost-fox', 'lost-response'));
    const job = await eventually(
      async () => {
        const one = await jobOf('lost-fox').catch(() => undefined);
        return one?.state === 'outcome_unknown' ? one : undefined;
      },
      { what: 'the outcome to be unknown', timeoutMs: 8_000 },
    );
    const note = 'not in the logs of the provider';
    const resolved = await gateway.adminSend('POST', `jobs/${job.id}/resolve`, {
      outcome: 'not_charged',
      note,
    });
    expect(resolved.status, resolved.text).toBe(200);
    expect((await lost).status).not.toBe(200);
    expect(await accepted('lost-fox')).toBe(1);
  });

  it('[providers.images.delivered] is completed by its file, where only the receipt of it was saved', async () => {
    losesDecision = true;
    const response = await order(instant('forgotten-fox'));
    expect(response.status, response.text).toBe(200);
    expect(losesDecision).toBe(false);
    expect(await accepted('forgotten-fox')).toBe(1);
  });

  it('[providers.images.delivered] waits for a store that does not show it yet', async () => {
    hiddenReads = 2;
    const response = await order(instant('hidden-fox'));
    expect(response.status, response.text).toBe(200);
    expect(hiddenReads).toBeLessThan(0);
    expect(await accepted('hidden-fox')).toBe(1);
  });

  it('[providers.images.delivered] that cannot be used fails at once, and is paid', async () => {
    const response = await order(instant('half-fox', 'truncate=50%'));
    expect(response.status).not.toBe(200);
    const job = await jobOf('half-fox');
    expect(job).toMatchObject({ state: 'failed', spend: { actual: 1_076 } });
    expect(await accepted('half-fox')).toBe(1);
  });

  it.each([
    ['local', 'edited-fox', () => [gateway.localUrl, gateway.serviceApiKey]],
    ['tasks', 'edited-task', () => [gateway.tasksUrl, gateway.apiUserKey]],
  ] as const)(
    '[local.images.edits][tasks.image-calls.edits][tasks.image-calls.openai][providers.images.delivered] is made from the images that the official client uploads to the %s listener',
    async (_, label, caller) => {
      const [url, apiKey] = caller();
      const client = new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
      const image = [1, 2].map((seed) => new File([pngBytes(seed)], `${seed}.png`));
      const prompt = instant(label);
      const edited = await client.images.edit({ model, image, prompt });
      expect(edited.data).toHaveLength(1);
      const response = await fetch(`${mock.url}/_mock/ledger?contains=${label}`);
      const { jobs } = z
        .object({
          jobs: z.array(z.object({ references: z.array(z.object({ sha256: z.string() })) })),
        })
        .parse(await response.json());
      const sha256 = (seed: number) => createHash('sha256').update(pngBytes(seed)).digest('hex');
      expect(jobs.map(({ references }) => references.map((one) => one.sha256))).toEqual([
        [sha256(1), sha256(2)],
      ]);
    },
  );

  it('[providers.images.delivered] that moderation refuses costs nothing, and says why', async () => {
    const response = await order(instant('refused-fox', 'fail=policy'));
    expectApiError(response, { status: 400, code: 'content_rejected' });
    expect((await jobOf('refused-fox')).spend).toMatchObject({ actual: null });
  });
});
