import { type MockServer, startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, jsonOf } from '../http/response.ts';
import { eventually } from '../http/eventually.ts';
import { personalities, writeOperatorFiles } from '../http/personality-endpoints.ts';
import { instant } from '../http/prompts.ts';
import { withQuickEndpoints } from '../http/quick-endpoints.ts';
import type { TasksClient } from '../http/tasks-client.ts';
import { scratchFolder } from './command.ts';
import { type GatewayWorld, startWorld } from './gateway-world.ts';

const taskSchema = z.object({
  id: z.string(),
  status: z.string(),
  video_url: z.string().optional(),
  warnings: z.array(z.unknown()),
});
type Task = z.infer<typeof taskSchema>;

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let mock: MockServer;
let world: GatewayWorld;
let user: TasksClient;

beforeAll(async () => {
  folder = await scratchFolder();
  mock = await startMockServer({
    host: '127.0.0.1',
    port: 0,
    speed: 1_000,
    seed: 'seed',
    control: true,
    personalities,
    now: () => Date.now(),
  });
  world = await startWorld({
    dataDir: folder.at('data'),
    env: await writeOperatorFiles(folder.at('operator'), mock.url),
    wrapPorts: withQuickEndpoints,
  });
  user = await world.addUser();
});
afterAll(async () => {
  await world.stop();
  await mock.close();
  await folder.dispose();
});

/** The task of a video, once it has ended. */
async function video(wish: object, ...tokens: readonly string[]): Promise<Task> {
  const body = { model: 'ark', prompt: instant('a fox', ...tokens), seconds: 4, ...wish };
  const made: HttpResponse = await eventually(
    async () => {
      const response = await user.create(body);
      return response.status === 503 ? undefined : response;
    },
    { what: 'the accounts are looked at' },
  );
  expect(made.status, made.text).toBe(202);
  const { id } = taskSchema.parse(jsonOf(made));
  return await eventually(
    async () => {
      const task = taskSchema.parse(jsonOf(await user.request(`/v1/videos/${id}`)));
      return task.status === 'in_progress' ? undefined : task;
    },
    { what: `the end of ${id}`, intervalMs: 50 },
  );
}

/** Width and height in the video's own track header (ISO 14496-12, 8.3.2): 16.16 numbers at its end. */
async function pixelsOf({ video_url: url = '' }: Task) {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const box = bytes.indexOf('tkhd');
  const end = box - 4 + bytes.readUInt32BE(box - 4);
  return [bytes.readUInt32BE(end - 8) / 65_536, bytes.readUInt32BE(end - 4) / 65_536];
}

describe('a video of Runway through a gateway', () => {
  it.each([
    ['480p', '16:9', [864, 496]],
    ['720p', '21:9', [1470, 630]],
  ] as const)(
    '[providers.runway.pixels] at %s in %s has Runway’s own pixels, and no warning',
    async (resolution, aspect_ratio, pixels) => {
      const task = await video({ model: 'runway', resolution, aspect_ratio });
      expect(task).toMatchObject({ status: 'completed', warnings: [] });
      expect(await pixelsOf(task)).toEqual(pixels);
    },
  );
});

describe('a video of ModelArk through a gateway', () => {
  it.each([
    ['720p', '1:1', [960, 960]],
    ['480p', '16:9', [864, 496]],
    ['480p', '21:9', [992, 432]],
    ['720p', '3:4', [834, 1112]],
  ] as const)(
    '[providers.ark.pixels] at %s in %s has ModelArk’s own pixels, and no warning',
    async (resolution, aspect_ratio, pixels) => {
      const task = await video({ resolution, aspect_ratio });
      expect(task).toMatchObject({ status: 'completed', warnings: [] });
      expect(await pixelsOf(task)).toEqual(pixels);
    },
  );

  it('[providers.port.route-kept] is warned about when it is not what was asked for', async () => {
    const task = await video({ resolution: '480p' }, 'wrong-duration');
    expect(task.status).toBe('completed');
    expect(task.warnings).not.toEqual([]);
  });
});

it('[providers.openrouter.pixels] a video of Veo at OpenRouter has the pixels of its list, and no warning', async () => {
  const shape = { resolution: '720p', aspect_ratio: '16:9', generate_audio: true };
  const task = await video({ model: 'openrouter', ...shape });
  expect(task).toMatchObject({ status: 'completed', warnings: [] });
  expect(await pixelsOf(task)).toEqual([1280, 720]);
});
