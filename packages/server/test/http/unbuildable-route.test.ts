import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayPorts } from '@filmgate/core';
import { defineProvider } from '@filmgate/upstream-http';
import { openaiVideos } from '@filmgate/upstream-http/openai-videos';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { withShortPauses } from './short-pauses.ts';
import { startGateway } from './start-gateway.ts';
import { taskOf, tasksClient } from './tasks-client.ts';

/** The server there is never called, so it need not exist. */
const { probe: _, ...description } = openaiVideos.describe({});

/** A protocol whose table has a gap. */
const holed = defineProvider({
  protocol: 'holed',
  describe: () => ({
    ...description,
    protocol: 'holed',
    endpoints: { holed: { baseUrl: 'http://127.0.0.1:9/v1', resultHosts: [] } },
    build: () => {
      throw new Error('the model video is in no table');
    },
  }),
});

const catalog = {
  families: [
    {
      id: 'vm_std-2.0',
      mediaType: 'video',
      surfaces: ['tasks'],
      displayName: 'Film',
      description: 'A video that cannot be asked for.',
      ownedBy: 'house',
      durationsSeconds: [5],
      aspectRatios: ['16:9'],
      resolutions: ['720p'],
      audio: 'optional',
      negativePrompt: false,
      references: { kinds: [], roles: [], minimum: 0, maximum: 0 },
      promptLimit: 1000,
      creditsPerSecond: { '720p': 1 },
      routes: [{ endpoint: 'holed', model: 'film' }],
      waitSeconds: 900,
    },
  ],
};

const jobSchema = z.object({
  job: z.object({ state: z.string(), quota: z.string() }),
  trail: z.array(z.object({ what: z.string(), detail: z.record(z.string(), z.unknown()) })),
});
/** Reads of the store by the runner: half a minute of them. */
const looks = 30;

it('[providers.port.not-prepared] a route whose request cannot be built leaves its job waiting for an operator, with the reason, and nothing to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-holed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'catalog.json');
  writeFileSync(file, JSON.stringify(catalog));
  const steps = { looked: 0, taken: 0, saved: 0 };
  const gateway = await startGateway({
    providers: [holed],
    env: { FILMGATE_CATALOG_FILE: file },
    accounts: [{ label: 'holed', endpoint: 'holed', credits: 1000 }],
    wrapPorts: (ports) => counted(withShortPauses(20)(ports), steps),
  });
  onTestFinished(() => gateway.stop());
  const tasks = tasksClient(gateway.tasksUrl, gateway.apiUserKey);
  const { id } = taskOf(await tasks.create({ prompt: 'never asked for', seconds: 5 }));
  const look = async () => jobSchema.parse(jsonOf(await gateway.adminFetch(`jobs/${id}`)));
  const { trail } = await eventually(
    async () => {
      const view = await look();
      return view.job.state === 'awaiting_configuration' ? view : undefined;
    },
    { what: 'a job that waits for an operator' },
  );
  expect(trail.find(({ what }) => what === 'awaiting-configuration')?.detail).toMatchObject({
    refused: [{ reason: 'not-prepared', detail: 'the model video is in no table' }],
  });
  const before = { ...steps };
  const lookedOn = async () => (steps.looked - before.looked >= looks ? true : undefined);
  await eventually(lookedOn, { what: 'a runner that looked on' });
  // The first probe of the account wakes jobs that wait for one.
  expect(steps.taken - before.taken).toBeLessThanOrEqual(1);
  expect(steps.saved - before.saved).toBeLessThanOrEqual(1);
  expect((await look()).job).toMatchObject({ state: 'awaiting_configuration', quota: 'reserved' });
});

/** Counts the runner's claims of jobs to continue, the jobs it takes, and its writes about them. */
function counted(
  ports: GatewayPorts,
  steps: { looked: number; taken: number; saved: number },
): GatewayPorts {
  const { jobs } = ports.storage;
  const counting: typeof jobs = {
    ...jobs,
    claimDue: async (input) => {
      const claims = await jobs.claimDue(input);
      if (input.lane === 'continue') steps.looked += 1;
      steps.taken += claims.length;
      return claims;
    },
    commit: async (input) => {
      steps.saved += 1;
      return await jobs.commit(input);
    },
  };
  return { ...ports, storage: { ...ports.storage, jobs: counting } };
}
