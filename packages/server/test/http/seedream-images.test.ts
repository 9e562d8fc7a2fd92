import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockServer, startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { localClient } from './local-client.ts';
import { instant } from './prompts.ts';
import { withQuickEndpoints } from './quick-endpoints.ts';
import { jsonOf } from './response.ts';
import { adminJobResponseSchema, jobListOf } from './shapes.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { tasksClient } from './tasks-client.ts';

let folder: string;
let mock: MockServer;
let gateway: Gateway;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-seedream-'));
  mock = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, speed: 1_000, seed: 'seed', control: true },
    personalities: ['ark'],
    now: () => Date.now(),
  });
  const providers = join(folder, 'providers.json');
  const base_url = `${mock.url}/ark/api/v3`;
  await writeFile(providers, JSON.stringify({ 'ark-intl': { protocol: 'ark', base_url } }));
  gateway = await startGateway({
    env: { FILMGATE_PROVIDERS_FILE: providers, FILMGATE_CATALOG: 'ark' },
    accounts: [{ label: 'ark', endpoint: 'ark-intl', secret: 'canary', concurrency: 10 }],
    wrapPorts: withQuickEndpoints,
  });
});
afterAll(async () => {
  await gateway.stop();
  await mock.close();
  await rm(folder, { recursive: true, force: true });
});

const model = 'seedream-4.5-16x9-2k';
const jobsSchema = jobListOf(z.object({ id: z.string(), state: z.string() }));
const imagesSchema = z.object({ data: z.array(z.object({ b64_json: z.base64() })).length(1) });

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

describe('images on the key of ModelArk', () => {
  it('[providers.ark.images] are ordered by a call of their own, and come in the size that the model makes', async () => {
    const response = await order(instant('seedream kite'));
    const { data } = imagesSchema.parse(jsonOf(response));
    const bytes = Buffer.from(data[0]?.b64_json ?? '', 'base64');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2_560, 1_440]);
    expect(mock.ledger('default', 'seedream kite')).toMatchObject({
      accepted: 1,
      jobs: [{ model: 'seedream-4-5-251128' }],
    });
    const job = await jobFor('seedream kite', 'completed');
    const detail = jsonOf(await gateway.adminFetch(`jobs/${job.id}`));
    expect(adminJobResponseSchema.parse(detail).state).toBe('completed');
  });

  it('[providers.ark.images][providers.images.unknown] are neither sent again nor searched for when the response is lost', async () => {
    void order(instant('seedream lost', 'lost-response'));
    const { id } = await jobFor('seedream lost', 'outcome_unknown');
    const checked = jsonOf(await gateway.adminFetch(`jobs/${id}/check`, { method: 'POST' }));
    expect(JSON.stringify(checked)).toContain('outcome_unknown');
    expect(mock.ledger('default', 'seedream lost')).toMatchObject({ accepted: 1 });
  });

  it('[providers.ark.images][providers.catalog.lost-response] say that a person decides, while videos of the same key are found', async () => {
    const local = await fetch(`${gateway.localUrl}/v1/models`, {
      headers: { authorization: `Bearer ${gateway.serviceApiKey}` },
    });
    const listed = z
      .object({ data: z.array(z.looseObject({ id: z.string(), lost_response: z.string() })) })
      .parse(await local.json());
    const gradeOf = (start: string) =>
      listed.data.find(({ id }) => id.startsWith(start))?.lost_response;
    expect(gradeOf('seedream-4.5')).toBe('person_decides');
    expect(gradeOf('seedance-2.0')).toBe('found_by_match');
  });

  it('[providers.ark.images] and videos are made beside each other', async () => {
    const tasks = tasksClient(gateway.tasksUrl, gateway.apiUserKey);
    const created = await tasks.create({
      model: 'seedance-2.0',
      prompt: instant('seedance beside'),
      seconds: 4,
      resolution: '480p',
    });
    expect(created.status, created.text).toBe(202);
    await jobFor('seedance beside', 'completed');
  });
});
