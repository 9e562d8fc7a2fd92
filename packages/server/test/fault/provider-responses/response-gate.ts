import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '@filmgate/core';
import { startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { videoOf } from '../../contract/results/strange-files.ts';
import { personalities, writeOperatorFiles } from '../../http/personality-endpoints.ts';
import { instant } from '../../http/prompts.ts';
import { send } from '../../http/response.ts';
import {
  type DescribedEndpoint,
  describedEndpoints,
  fieldsOf,
  readingOf,
  type ReadResponse,
  responsesOf,
} from './known-descriptions.ts';
import type { FieldPath } from './fields-read.ts';
import {
  bodyWith,
  largeTexts,
  longestBody,
  oddNumbers,
  valuesFor,
  type WorstValue,
} from './worst-values.ts';
import { worstFiles } from './worst-files.ts';
import { type Said, startWorstProxy, type WorstProxy } from './worst-proxy.ts';
import {
  type MeasuredProcess,
  type Spent,
  startMeasuredProcess,
} from '../request-bodies/measured-process.ts';

const mebibyte = 1024 * 1024;
/**
 * Maximum time that one response may block the loop, in ms; on a slower machine, the time of this many passes over 16
 * MiB.
 */
const mostStillMs = 250;
const mostPassesStill = 12;
/** Maximum resident memory of a response, as a multiple of its size, plus the memory the process needs anyway. */
const mostCopies = 4;
const memoryAnyway = 128 * mebibyte;

/** Descriptions by the file that measures them: two files at once take half the time. */
export const measuredBy = {
  providers: ['kling', 'ark', 'standard', 'runway', 'openrouter', 'fal', 'google', 'vertex'],
  gateways: ['form', 'gateway', 'minimax', 'dashscope', 'mock', 'xai', 'replicate', 'luma', 'vidu'],
} as const;

const [username, password] = ['admin', 'correct horse battery staple'];
const settings = {
  FILMGATE_HOST: '127.0.0.1',
  FILMGATE_LOCAL_PORT: '0',
  FILMGATE_TASKS_PORT: '0',
  FILMGATE_ADMIN_PASSWORD: password,
  FILMGATE_NATIVE_API_KEY: 'native-upstream-key-of-the-tests',
  FILMGATE_SERVICE_API_KEY: 'service-key-of-the-tests',
  FILMGATE_LOG_LEVEL: 'silent',
};

/** The longest wait for a response, in ms: a job of an account in use is sent at once. */
const longestWaitMs = 120_000;

let folder = '';
let stopMock: () => Promise<void>;
let proxy: WorstProxy;
let environment: Readonly<Record<string, string>> = {};
let gateway: MeasuredProcess;
let session = '';
let userKey = '';
let passMs = 0;
/** The most expensive responses. */
const worst = { still: { ms: 0, of: '' }, memory: { bytes: 0, of: '' } };

/** Sets up a gateway behind a proxy that spoils responses, for the tests of one file. */
export function useResponseGate(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'filmgate-responses-'));
    const mock = await startMockServer({
      host: '127.0.0.1',
      port: 0,
      speed: 1,
      control: true,
      personalities,
      now: () => Date.now(),
    });
    stopMock = () => mock.close();
    proxy = await startWorstProxy(mock.url);
    const files = await writeOperatorFiles(folder, proxy.url);
    await addMockFamily(files['FILMGATE_CATALOG_FILE'] ?? '');
    environment = { ...settings, ...files, FILMGATE_MOCK_URL: proxy.url };
    gateway = await startMeasuredProcess(join(folder, 'data'), environment);
    session = await logIn();
    const user = await admin('POST', 'api-users', { name: 'caller', total_limit: 1_000_000 });
    userKey = z.object({ key: z.string() }).parse(user.body).key;
    await admin('POST', 'accounts', { label: 'mock', endpoint: 'mock', concurrency: 1_000 });
    passMs = await gateway.passMs(16 * mebibyte);
  }, 90_000);

  afterAll(async () => {
    const figures = Object.entries({ passMs, ...worst }).map(
      ([name, one]) => `${name} ${JSON.stringify(one)}`,
    );
    process.stdout.write(`Worst responses of providers: ${figures.join('; ')}\n`);
    await gateway.stop();
    await proxy.close();
    await stopMock();
    await rm(folder, { recursive: true, force: true });
  });
}

async function addMockFamily(catalog: string): Promise<void> {
  const { families } = z
    .object({ families: z.array(z.record(z.string(), z.unknown())) })
    .parse(JSON.parse(await readFile(catalog, 'utf8')));
  const own = {
    ...families.find(({ id }) => id === 'ark'),
    ...{ id: 'mock', displayName: 'mock', routes: [{ endpoint: 'mock', model: 'any' }] },
  };
  await writeFile(catalog, JSON.stringify({ families: [...families, own] }));
}

async function logIn(): Promise<string> {
  const response = await send(`${gateway.localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

async function admin(method: string, path: string, body?: object): Promise<Reply> {
  const response = await send(`${gateway.localUrl}/api/v1/admin/${path}`, {
    method,
    headers: { cookie: session, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: JSON.parse(response.text === '' ? 'null' : response.text),
  };
}

async function tasks(path: string, body?: object): Promise<Reply> {
  const response = await send(`${gateway.tasksUrl}/v1/videos${path}`, {
    headers: { authorization: `Bearer ${userKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(response.text) };
}

const jobBody = z.object({
  job: z.object({ id: z.string(), state: z.string(), result_wait: z.unknown() }),
});

async function stateOf(id: string): Promise<string> {
  const { job } = jobBody.parse((await admin('GET', `jobs/${id}`)).body);
  return job.state;
}

/** Orders a video at an endpoint; returns its id after the endpoint's response. */
async function order({ endpoint }: DescribedEndpoint, prompt: string): Promise<string> {
  const [seconds = 0] = endpoint.durationsSeconds;
  const [resolution] = endpoint.resolutions;
  const created = await tasks('', { model: endpoint.name, prompt, seconds, resolution });
  expect(created.status, JSON.stringify(created.body)).toBe(202);
  const { id } = z.object({ id: z.string() }).parse(created.body);
  const startedAt = Date.now();
  while (['queued', 'dispatching'].includes(await stateOf(id)))
    if (Date.now() - startedAt > longestWaitMs) throw new Error(await whyWaiting(id));
  return id;
}

/** The job and the accounts, where a wait does not end. */
async function whyWaiting(id: string): Promise<string> {
  const { body: job } = await admin('GET', `jobs/${id}`);
  const { body: accounts } = await admin('GET', 'accounts');
  return `Job ${id} is not sent: ${JSON.stringify({ job, accounts })}`;
}

type Body = (said: Said) => string;

/** True if a checked job has ended with its video, or waits to read it again. */
async function isChecked(id: string): Promise<boolean> {
  const { job } = jobBody.parse((await admin('GET', `jobs/${id}`)).body);
  return ['completed', 'failed'].includes(job.state) || job.result_wait !== null;
}

/** Makes the gateway read one response of a kind with changed content. */
async function provoke(
  at: DescribedEndpoint,
  { by, prompt, replaced }: ReadResponse,
  body: Body,
): Promise<Spent & { readonly said: Said }> {
  const act = await actOf(at, { by, prompt });
  const { result: said, ...spent } = await gateway.measure(async () => {
    const replacing = proxy.replaceNext(replaced, body, longestWaitMs);
    await act();
    return await replacing;
  });
  // A valid response between two invalid ones keeps the endpoint and the account in use.
  if (by === 'test') await act();
  else if (by !== 'look' && by !== 'second look') await order(at, instant('accepted'));
  return { ...spent, said };
}

/** Returns the action that makes the gateway request a response from its provider. */
async function actOf(
  at: DescribedEndpoint,
  { by, prompt }: Pick<ReadResponse, 'by' | 'prompt'>,
): Promise<() => Promise<unknown>> {
  const ask = async (path: string) => expect((await admin('POST', path)).status).toBe(200);
  switch (by) {
    case 'creation':
      return () => order(at, prompt);
    case 'look':
    case 'second look':
    case 'search': {
      const id = await order(at, prompt);
      return () => ask(`jobs/${id}/check`);
    }
    case 'test': {
      const id = await accountOf(at);
      return () => ask(`accounts/${id}/test`);
    }
  }
}

const accountList = z.object({ data: z.array(z.object({ id: z.string(), endpoint: z.string() })) });

async function accountOf({ endpoint }: DescribedEndpoint): Promise<string> {
  const { data } = accountList.parse((await admin('GET', 'accounts')).body);
  return data.find((account) => account.endpoint === endpoint.name)?.id ?? '';
}

function faultsOf(
  name: string,
  length: number,
  { stillMs, cpuMs, grownBytes }: Spent,
): readonly string[] {
  // On a busy machine other programs block the loop too, and cost this one no CPU time.
  const still = Math.min(stillMs, cpuMs);
  if (still > worst.still.ms) worst.still = { ms: still, of: name };
  if (grownBytes > worst.memory.bytes) worst.memory = { bytes: grownBytes, of: name };
  const faults = [
    still > Math.max(mostStillMs, mostPassesStill * passMs) &&
      `the loop stood still for ${still} ms`,
    grownBytes > mostCopies * length + memoryAnyway && `memory grew by ${grownBytes} bytes`,
  ];
  return faults.filter((fault) => fault !== false).map((fault) => `${name}: ${fault}`);
}

/** Tests every field that is read of a response, with each of its values; returns the faults in the handling. */
async function provokeAll(
  at: DescribedEndpoint,
  response: ReadResponse,
  valuesOf: (path: FieldPath, position: number) => readonly WorstValue[] = valuesFor,
): Promise<{ readonly faults: readonly string[]; readonly fields: number }> {
  const same: Body = ({ body }) => JSON.stringify(body);
  const acceptance = responsesOf(at).find(({ name }) => name === 'an acceptance') ?? response;
  const accepted = await provoke(at, acceptance, same);
  const first = await provoke(at, response, same);
  const fields = fieldsOf(at, response, { said: first.said, accepted: accepted.said });
  takeNumbers(at, response, { said: first.said, accepted: accepted.said, fields });
  const faults: string[] = [];
  for (const [position, path] of [[], ...fields].entries())
    for (const value of valuesOf(path, position)) {
      const name = `${at.endpoint.name}, ${response.name}, ${path.join('.')}: ${value.name}`;
      const cost = async (): Promise<readonly string[]> => {
        let length = 0;
        const spent = await provoke(at, response, ({ body }) => {
          const text = bodyWith(body, path, value);
          length = Buffer.byteLength(text);
          return text;
        });
        expect(length).toBeLessThanOrEqual(longestBody);
        return faultsOf(name, length, spent);
      };
      // A cost comes back at each measurement; what else the machine did does not.
      if ((await cost()).length > 0) faults.push(...(await cost()));
    }
  return { faults, fields: fields.length };
}

/** Gives each number in each field to the description alone: of them the gateway gets some. */
function takeNumbers(
  { description }: DescribedEndpoint,
  { by }: ReadResponse,
  given: { readonly said: Said; readonly accepted: Said; readonly fields: readonly FieldPath[] },
): void {
  if (description === undefined) return;
  const { said, accepted, fields } = given;
  for (const path of fields)
    for (const number of oddNumbers) {
      const body: JsonValue = JSON.parse(bodyWith(said.body, path, number));
      const response = { status: said.status, body };
      expect(() => readingOf(description, by, { response, accepted })).not.toThrow();
    }
}

/** Checks that every list responds, and hides nothing. */
async function expectLists(): Promise<void> {
  const lists = [
    'jobs?limit=200',
    'accounts',
    'overview',
    'api-users',
    'audit-log',
    'unreadable-jobs',
  ];
  for (const path of lists) {
    const { status, body } = await admin('GET', path);
    expect([path, status, path.startsWith('unreadable') ? body : null]).toEqual([
      path,
      200,
      path.startsWith('unreadable') ? { data: [], total: 0 } : null,
    ]);
  }
  const page = z.object({ unreadable: z.array(z.string()), next_cursor: z.string().nullable() });
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { status, body } = await admin('GET', `jobs?limit=200${query}`);
    expect(status).toBe(200);
    const { unreadable, next_cursor } = page.parse(body);
    expect(unreadable).toEqual([]);
    cursor = next_cursor;
  }
  expect((await tasks('?limit=100')).status).toBe(200);
}

async function expectToOpenAgain(): Promise<void> {
  await expectLists();
  await gateway.stop();
  gateway = await startMeasuredProcess(join(folder, 'data'), environment);
  session = await logIn();
  await expectLists();
}

/** Tests some fields of one description, for the run before a commit. */
export function testSomeFields(): void {
  it('[providers.engine.worst-case][accepted.told] costs a few passes over it, and is kept: some fields of a finished task', {
    tags: 'sampled',
    timeout: 120_000,
  }, async () => {
    const at = describedEndpoints.find(({ endpoint }) => endpoint.name === 'standard');
    const [finished] = at === undefined ? [] : responsesOf(at);
    if (at === undefined || finished === undefined) throw new Error('there is such a response');
    const few = [...largeTexts.slice(0, 2), ...oddNumbers.slice(3, 4)];
    const { faults, fields } = await provokeAll(at, finished, (path) =>
      path.length === 0 ? [] : few,
    );
    expect(faults).toEqual([]);
    expect(fields).toBeGreaterThan(5);
    await expectToOpenAgain();
  });
}

/** Number of shares. A run measures one of them, chosen by its commit: some responses of each description. */
const shares = 3;

function isOfThisRun(_: ReadResponse, index: number): boolean {
  return (index + inject('commitNumber')) % shares === 0;
}

/** Tests each field that is read of these descriptions, with each large value and some of the odd numbers. */
export function testEveryField(of: readonly string[]): void {
  const described = describedEndpoints.filter(({ endpoint }) => of.includes(endpoint.name));
  it.each(described.map((at) => ({ at, of: at.endpoint.name })))(
    '[providers.engine.worst-case][accepted.told] costs a few passes over it, and is kept: every field that is read of a third of the responses of $of',
    { tags: 'long', timeout: 1_200_000 },
    async ({ at }) => {
      const faults: string[] = [];
      for (const response of responsesOf(at).filter(isOfThisRun)) {
        const provoked = await provokeAll(at, response);
        // A test of an account may read the status alone.
        if (response.by !== 'test') expect(provoked.fields, response.name).toBeGreaterThan(0);
        faults.push(...provoked.faults);
      }
      expect(faults).toEqual([]);
      await expectToOpenAgain();
    },
  );
}

export function testFiles(): void {
  it.each(worstFiles)(
    '[providers.engine.worst-file] as a file costs a few passes over it: $name',
    {
      tags: 'long',
      timeout: 300_000,
    },
    async ({ name, bytes }) => {
      const at = describedEndpoints.find(({ endpoint }) => endpoint.name === 'standard');
      if (at === undefined) throw new Error('there is such a place');
      const file = bytes(Buffer.from(await videoOf('worst')));
      const content = { method: 'GET', path: /\/content$/ } as const;
      const sent = proxy.replaceNext(content, () => file, longestWaitMs);
      const id = await order(at, instant('a file'));
      const spent = await gateway.measure(async () => {
        await sent;
        while (!(await isChecked(id)));
      });
      expect(faultsOf(name, file.length, spent)).toEqual([]);
      await expectToOpenAgain();
    },
  );
}
