import RunwayML from '@runwayml/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openPersonalityServer,
  type PersonalityServer,
} from '../../support/personalities/personality-server.ts';
import { withoutPauses } from '../../support/without-pauses.ts';

let server: PersonalityServer;
beforeAll(async () => {
  server = await openPersonalityServer('real');
});
afterAll(() => server.close());

const open = (maxRetries = 0) =>
  new RunwayML({ apiKey: 'studio', baseURL: `${server.url}/runway`, maxRetries });

const wanted = { model: 'veo3.1', ratio: '1280:720', duration: 4 } as const;
const create = (promptText: string, client = open()) =>
  client.textToVideo.create({ ...wanted, promptText });

it('[providers.personalities.clients] @runwayml/sdk 4.20.1 makes a video, and waits for it by itself', async () => {
  const task = await withoutPauses(() =>
    create('video of runway [[mock:queue=100ms,run=100ms]]').waitForTaskOutput(),
  );
  const response = await fetch(task.output[0] ?? '');
  const video = Buffer.from(await response.arrayBuffer());
  expect(video.toString('latin1', 4, 8)).toBe('ftyp');
  expect(await server.ledger('video of runway ')).toMatchObject({
    accepted: 1,
    completed: 1,
    jobs: [{ id: task.id, account: 'studio', model: 'veo3.1', wire: 'runway' }],
  });
  expect(task.cost).toEqual({ credits: 8 });
}, 20_000);

it('[providers.personalities.clients] @runwayml/sdk cancels a task, erases another, and reads the balance', async () => {
  const client = open();
  const { id } = await create('canceled [[mock:queue=10m]]', client);
  await client.tasks.delete(id);
  expect((await client.tasks.retrieve(id)).status).toBe('CANCELLED');
  await client.tasks.delete(id);
  await expect(client.tasks.retrieve(id)).rejects.toThrow(RunwayML.NotFoundError);
  const { creditBalance, usage } = await client.organization.retrieve();
  expect(creditBalance).toBeLessThanOrEqual(1_000_000);
  expect(usage.models['veo3.1']?.dailyGenerations).toBeGreaterThan(0);
});

it.each([
  ['refuse=400', RunwayML.BadRequestError],
  ['refuse=401', RunwayML.AuthenticationError],
  ['refuse-code=insufficient_credits', RunwayML.BadRequestError],
  ['refuse=429', RunwayML.RateLimitError],
  ['response=500', RunwayML.InternalServerError],
] as const)(
  '[providers.personalities.clients] @runwayml/sdk throws its own error at %s',
  async (token, error) => {
    await expect(create(`refused [[mock:${token}]]`)).rejects.toThrow(error);
  },
);

it('[providers.personalities.clients] @runwayml/sdk pays for each of its silent repeats', async () => {
  const repeated = create('repeated [[mock:response=500]]', open(1));
  await expect(repeated).rejects.toThrow(RunwayML.InternalServerError);
  expect(await server.ledger('repeated [')).toMatchObject({ accepted: 2 });
});
