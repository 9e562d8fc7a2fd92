import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { writeOperatorFiles } from './personality-endpoints.ts';
import { instant } from './prompts.ts';
import { type ProviderScene, startProviderScene } from './provider-scene.ts';
import { jsonOf } from './response.ts';
import { adminJobResponseSchema } from './shapes.ts';
import { tasksClient } from './tasks-client.ts';

const keyed = {
  name: 'keyed',
  protocol: 'keyed-videos',
  path: '/openai-videos/v1',
  model: 'sora-2',
  resolutions: ['360p'],
  aspectRatios: ['16:9'],
  durationsSeconds: [1],
  secrets: { api_key: 'canary-of-keyed' },
} as const;

const journalSchema = z.object({ entries: z.array(z.object({ id: z.int() })) });

let scene: ProviderScene;

beforeAll(async () => {
  scene = await startProviderScene({
    personalities: ['openai-videos'],
    settings: (url, folder) => writeOperatorFiles(folder, url, [keyed]),
    accounts: [],
  });
});
afterAll(() => scene.close());

async function order(prompt: string): Promise<string> {
  const tasks = tasksClient(scene.gateway.tasksUrl, scene.gateway.apiUserKey);
  const created = await tasks.create({ model: 'keyed', prompt, seconds: 1, resolution: '360p' });
  expect(created.status, created.text).toBe(202);
  return z.object({ id: z.string() }).parse(jsonOf(created)).id;
}

async function completed(id: string): Promise<void> {
  await eventually(
    async () => {
      const job = adminJobResponseSchema.parse(
        jsonOf(await scene.gateway.adminFetch(`jobs/${id}`)),
      );
      return job.state === 'completed' ? true : undefined;
    },
    { what: `the video of ${id}` },
  );
}

/** Bodies of the submissions with a key, in the order of their arrival. */
async function sentWith(key: string): Promise<readonly string[]> {
  const read = async (path: string) => (await fetch(`${scene.mock.url}/_mock/${path}`)).json();
  const { entries } = journalSchema.parse(await read(`journal?op=submit&key=${key}`));
  const sent = await Promise.all(entries.map(({ id }) => read(`request?request=${id}`)));
  return sent.map((request) => z.object({ request_body: z.string() }).parse(request).request_body);
}

/** Faults of the first response, which the provider accepted or never got. */
const faults = [
  ['reset', 'lost-response@1'],
  ['never arrived', 'lost-request@1'],
  ['hang', 'response=hang:20s@1'],
  ['500 after acceptance', 'response=500@1'],
  ['500 before it', 'response=500@1,accepted=no@1'],
  ['cut JSON', 'response=cut:20@1'],
  ['no id', 'response=no-id@1'],
  ['page of a proxy', 'response=html@1'],
  ['never arrived, then reset', 'lost-request@1,lost-response@2'],
] as const;

describe('a submission to a provider that documents a key', () => {
  it.each(faults)(
    '[providers.keyed.collects][invariants.i1-one-submission] is collected after %s: one video, paid once',
    { timeout: 60_000 },
    async (name, tokens) => {
      const label = `keyed ${name}.`;
      const id = await order(instant(label, ...tokens.split(',')));
      await completed(id);
      expect(scene.mock.ledger('default', label)).toMatchObject({ accepted: 1 });
      const [first, ...again] = await sentWith(`${id}.1`);
      expect(again).toEqual(again.map(() => first));
      expect(again).toHaveLength(tokens.includes('@2') ? 2 : 1);
    },
  );
});
