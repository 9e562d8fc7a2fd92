import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, jsonOf, send } from './response.ts';
import { eventually } from './eventually.ts';
import { saying } from './local-client.ts';
import type { Gateway } from './start-gateway.ts';
import { unfinishedVideos } from './unfinished-videos.ts';
import { useGateway } from './use-gateway.ts';

const count = z.int().nonnegative();
const slots = z.strictObject({ total: count, busy: count, free: count });
const capacitySchema = z.strictObject({
  object: z.literal('video_pool_capacity'),
  slots,
  queued: count,
  accounts: z.strictObject({
    total: count,
    ready: count,
    busy: count,
    cooling: count,
    exhausted: count,
    login_required: count,
    disabled: count,
  }),
  families: z.array(z.strictObject({ family: z.string(), slots })),
  updated_at: z.iso.datetime(),
});
const statusSchema = z.strictObject({
  object: z.literal('video_submit_status'),
  accepting: z.boolean(),
  queued: count,
  min_interval_ms: count,
  next_submit_in_ms: count.nullable(),
});

const capacityOf = async ({ localUrl, serviceApiKey }: Gateway) => {
  const response = await send(`${localUrl}/api/v1/video-pool-capacity`, {
    headers: { 'x-api-key': serviceApiKey },
  });
  return read(response, capacitySchema);
};
const statusOf = async ({ localUrl }: Gateway) =>
  read(await send(`${localUrl}/api/v1/video-submit-status`), statusSchema);

function read<T extends z.ZodType>(response: HttpResponse, schema: T): z.infer<T> {
  expect(response.status, response.text).toBe(200);
  return schema.parse(jsonOf(response));
}

const videos = unfinishedVideos();
const shared = useGateway(() => ({
  wrapPorts: videos.wrapPorts,
  accounts: [
    { label: 'narrow', concurrency: 1, credits: 1_000_000, families: ['vidA-fast'] },
    { label: 'wide', concurrency: 3, credits: 1_000_000, families: ['vidB', 'vidD'] },
    { label: 'resting', concurrency: 5, enabled: false },
    { label: 'poor', concurrency: 2, credits: 0 },
  ],
}));

describe('the pool', () => {
  it('[local.pool.capacity][local.pool.submit-status] shows its slots and accounts, busy as they are', async () => {
    const idle = await capacityOf(shared.gateway);
    expect(idle.accounts).toMatchObject({ total: 4, disabled: 1, exhausted: 1, busy: 0 });
    expect(await statusOf(shared.gateway)).toMatchObject({
      accepting: true,
      queued: 0,
      min_interval_ms: 0,
      next_submit_in_ms: 0,
    });

    const prompt = 'takes the only slot [[mock:queue=0s,run=0s]]';
    const first = shared.local.chat(saying(prompt));
    const second = shared.local.chat(saying('waits for the slot [[mock:queue=0s,run=0s]]'));
    const busy = await eventually(
      async () => {
        const now = await capacityOf(shared.gateway);
        return now.queued === 1 && now.slots.busy === 1 ? now : undefined;
      },
      { what: 'one generation to run and one to wait' },
    );
    const slotsOf = (family: string) => busy.families.find((one) => one.family === family)?.slots;
    expect(slotsOf('vidA-fast')?.busy).toBe(1);
    expect(slotsOf('vidD')).toMatchObject({ busy: 0, free: 3 });
    expect(busy.accounts.busy).toBe(1);
    expect(busy.slots.total).toBe(busy.slots.busy + busy.slots.free);
    expect(await statusOf(shared.gateway)).toMatchObject({ accepting: true, queued: 1 });
    videos.finish();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });

  it('[local.pool.submit-status] needs no credential and names no account', async () => {
    const response = await send(`${shared.gateway.localUrl}/api/v1/video-submit-status`);
    expect(response.status).toBe(200);
    expect(response.text).not.toMatch(/narrow|wide|resting|poor|acc_/);
  });

  it('[local.pool.capacity] names no account either', async () => {
    const response = await shared.local.request('/api/v1/video-pool-capacity');
    expect(response.text).not.toMatch(/narrow|resting|acc_/);
  });
});

describe('an empty pool', () => {
  const none = useGateway(() => ({ accounts: [] }));

  it('[local.pool.submit-status] accepts nothing', async () => {
    expect(await statusOf(none.gateway)).toMatchObject({
      accepting: false,
      next_submit_in_ms: null,
    });
    expect((await capacityOf(none.gateway)).slots).toEqual({ total: 0, busy: 0, free: 0 });
  });
});
