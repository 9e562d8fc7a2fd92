import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockServer, startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import {
  personalities,
  personalityEndpoints,
  writeOperatorFiles,
} from './personality-endpoints.ts';
import { instant } from './prompts.ts';
import { withQuickEndpoints } from './quick-endpoints.ts';
import { jsonOf, type HttpResponse } from './response.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { adminJobResponseSchema } from './shapes.ts';
import { tasksClient } from './tasks-client.ts';

const lookedUpSchema = z.object({
  work: z.object({
    upstream_id: z.string(),
    created_at: z.string().nullable(),
    compared: z.array(z.object({ field: z.string(), asked: z.unknown(), reported: z.unknown() })),
  }),
  sent_between: z.object({ from: z.string(), to: z.string() }),
});
const ledgerSchema = z.object({ accepted: z.int(), jobs: z.array(z.object({ id: z.string() })) });
const listedSchema = z.object({
  data: z.array(z.object({ id: z.string(), lost_response: z.string() })),
});
const checkedSchema = z.object({ candidates: z.array(z.object({ upstream_id: z.string() })) });

/** Endpoints whose tasks identify their submission, by the field with its id. */
const named = new Map([['kling', 'options.external_task_id']]);
/** Endpoints that do not state when a task was created; OpenRouter and fal repeat none of its parameters either. */
const undated = new Set(['vidu', 'xai', 'openrouter', 'fal', 'dashscope', 'vertex']);
/** Endpoints where the read of a task repeats nothing of its request. */
const silent = new Set(['runway', 'openrouter', 'fal', 'vertex']);
/** The dialect of another gateway finds its own jobs by name, and the mock does not fully support it. */
const endpoints = personalityEndpoints.filter(({ name }) => name !== 'gateway');

let folder: string;
let mock: MockServer;
let gateway: Gateway;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-found-'));
  mock = await startMockServer({
    host: '127.0.0.1',
    port: 0,
    speed: 1_000,
    seed: 'seed',
    control: true,
    personalities,
    now: () => Date.now(),
  });
  const env = await writeOperatorFiles(folder, mock.url);
  await letListed('standard', env['FILMGATE_PROVIDERS_FILE'] ?? '');
  gateway = await startGateway({
    env,
    accounts: [],
    wrapPorts: withQuickEndpoints,
  });
});
afterAll(async () => {
  await gateway.stop();
  await mock.close();
  await rm(folder, { recursive: true, force: true });
});

/** Declares that the tasks of an endpoint are listed with their parameters. */
async function letListed(name: string, file: string): Promise<void> {
  const written = z
    .record(z.string(), z.looseObject({}))
    .parse(JSON.parse(await readFile(file, 'utf8')));
  const listed = { ...written, [name]: { ...written[name], dialect: { list: true } } };
  await writeFile(file, JSON.stringify(listed));
}

type Endpoint = (typeof endpoints)[number];

/** A video that an endpoint made, though no search shows it and its response was lost. */
async function lostVideo(endpoint: Endpoint, label: string) {
  const id = await order(endpoint, instant(label, 'lost-response', 'list-lag=99999s'));
  await reaches(id, 'outcome_unknown');
  // Three lost responses in a row with none between would open the provider's circuit.
  await reaches(await order(endpoint, instant('answered in between')), 'completed');
  const made = await ledger(label);
  return { id, upstreamId: idAt(endpoint, made.jobs[0]?.id ?? '') };
}

/** Returns the id that a person names: at Vertex the whole name of an operation. */
function idAt({ name, model }: Endpoint, id: string): string {
  return name === 'vertex' ? `publishers/google/models/${model}/operations/${id}` : id;
}

async function reaches(id: string, state: string): Promise<void> {
  const what = `${id} to be ${state}`;
  await eventually(async () => ((await stateOf(id)) === state ? true : undefined), { what });
}

async function order(endpoint: Endpoint, prompt: string): Promise<string> {
  const { name: model, durationsSeconds, resolutions } = endpoint;
  const [[seconds], [resolution]] = [durationsSeconds, resolutions];
  const tasks = tasksClient(gateway.tasksUrl, gateway.apiUserKey);
  const response = await tasks.create({ model, prompt, seconds, resolution });
  expect(response.status, response.text).toBe(202);
  return z.object({ id: z.string() }).parse(jsonOf(response)).id;
}

async function stateOf(id: string): Promise<string> {
  return adminJobResponseSchema.parse(jsonOf(await gateway.adminFetch(`jobs/${id}`))).state;
}

async function ledger(label: string) {
  const response = await fetch(`${mock.url}/_mock/ledger?contains=${label}`);
  return ledgerSchema.parse(await response.json());
}

function send(
  id: string,
  act: 'look-up' | 'resolve' | 'check',
  body: object,
): Promise<HttpResponse> {
  return gateway.adminSend('POST', `jobs/${id}/${act}`, body);
}

const note = 'seen in the console of the provider';

describe('a video that a person finds at its provider', () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '[jobs.found.adopted][jobs.found.looked-up][invariants.i1-one-submission] at %s is looked up, taken, fetched and delivered, and was ordered once',
    async (name, endpoint) => {
      const label = `found-at-${name}-5f1c`;
      const { id, upstreamId } = await lostVideo(endpoint, label);
      const looked = await send(id, 'look-up', { upstream_id: upstreamId });
      expect(looked.status, looked.text).toBe(200);
      const { work, sent_between: sent } = lookedUpSchema.parse(jsonOf(looked));
      expect(work.upstream_id).toBe(upstreamId);
      if (undated.has(name)) expect(work.created_at).toBeNull();
      else
        expect(Date.parse(work.created_at ?? '')).toBeGreaterThan(Date.parse(sent.from) - 60_000);
      expect(work.compared.length > 0).toBe(!silent.has(name));
      for (const { field, asked, reported } of work.compared)
        expect([field, String(reported)]).toEqual([field, String(asked)]);
      const field = named.get(name);
      if (field !== undefined)
        expect(work.compared).toContainEqual({ field, asked: `${id}.1`, reported: `${id}.1` });
      expect(await stateOf(id)).toBe('outcome_unknown');
      const found = { outcome: 'found', upstream_id: upstreamId, note };
      expect((await send(id, 'resolve', found)).status).toBe(200);
      await reaches(id, 'completed');
      expect((await ledger(label)).accepted).toBe(1);
      expect((await send(id, 'resolve', found)).status).toBe(409);
    },
  );

  it('[jobs.found.held][jobs.found.read] is refused where another job has it, and where the provider has none of that id', async () => {
    const endpoint = endpoints.find(({ name }) => name === 'ark');
    if (endpoint === undefined) throw new Error('no ark');
    const first = await lostVideo(endpoint, 'found-first-77aa');
    const second = await lostVideo(endpoint, 'found-second-77aa');
    const take = (id: string, upstream_id: string) =>
      send(id, 'resolve', { outcome: 'found', upstream_id, note });
    expect((await take(first.id, first.upstreamId)).status).toBe(200);
    const taken = await take(second.id, first.upstreamId);
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining(first.id)]);
    const unknown = await take(second.id, 'cgt-20260101000000-none');
    expect([unknown.status, unknown.text]).toEqual([409, expect.stringContaining('does not know')]);
    expect((await take(second.id, '..')).status).toBe(409);
    expect(await stateOf(second.id)).toBe('outcome_unknown');
  });
});

it('[jobs.found.candidates] tasks that a list cannot distinguish are shown by a check, with what the list reports of them', async () => {
  const endpoint = endpoints.find(({ name }) => name === 'standard');
  if (endpoint === undefined) throw new Error('no such place');
  const prompt = instant('twins-19be', 'lost-response', 'list-lag=3s');
  const [first] = await Promise.all([order(endpoint, prompt), order(endpoint, prompt)]);
  const made = await eventually(
    async () => {
      const checked = checkedSchema.parse(jsonOf(await send(first, 'check', {})));
      return checked.candidates.length >= 2 ? checked.candidates : undefined;
    },
    { what: 'two candidates' },
  );
  const ids = (await ledger('twins-19be')).jobs.map(({ id }) => id);
  expect(made.map((one) => one.upstream_id)).toEqual(expect.arrayContaining(ids));
});

it('[providers.catalog.lost-response] each model is listed with the way in which its lost orders are resolved', async () => {
  const { tasksUrl, apiUserKey, localUrl, serviceApiKey } = gateway;
  const grades = async (url: string, key: string) => {
    const response = await fetch(`${url}/v1/models`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = listedSchema.parse(await response.json());
    return new Map(data.map(({ id, lost_response }) => [id.split('-')[0], lost_response]));
  };
  const onTasks = await grades(tasksUrl, apiUserKey);
  expect(Object.fromEntries(onTasks)).toMatchObject({
    kling: 'found_by_name',
    ark: 'found_by_match',
    minimax: 'found_by_match',
    vidu: 'found_by_match',
    dashscope: 'found_by_match',
    xai: 'person_decides',
    runway: 'person_decides',
    openrouter: 'person_decides',
  });
  expect(await grades(localUrl, serviceApiKey)).toEqual(onTasks);
});
