import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MockServer, startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { send } from '../http/response.ts';
import { eventually } from '../http/eventually.ts';
import {
  type OperatorEndpoint,
  personalities,
  personalityEndpoints,
  writeOperatorFiles,
} from '../http/personality-endpoints.ts';
import { instant } from '../http/prompts.ts';
import { withQuickEndpoints } from '../http/quick-endpoints.ts';
import type { TasksClient } from '../http/tasks-client.ts';
import { scratchFolder } from './command.ts';
import { type GatewayWorld, startWorld } from './gateway-world.ts';
import { signedEndpoint, signedKling } from './signed-kling.ts';
import { startTalkativeProxy, type TalkativeProxy } from './talkative-proxy.ts';

/** Outcomes of the videos of an endpoint, by token, and the states they may end in. */
const fates = [
  { tokens: [], ends: ['completed'] },
  { tokens: ['url-403=1'], ends: ['completed'] },
  { tokens: ['fail=internal'], ends: ['failed'] },
  // Another gateway describes a refusal in other terms.
  { tokens: ['refuse=400'], ends: ['failed', 'outcome_unknown'] },
  { tokens: ['lost-response'], ends: ['completed', 'outcome_unknown'] },
  { tokens: ['response=unlisted-code', 'accepted=no'], ends: ['outcome_unknown'] },
  { tokens: ['response=502'], ends: ['completed', 'outcome_unknown'] },
] as const;

/** Every shipped protocol, and one whose login has several fields. */
const endpoints: readonly OperatorEndpoint[] = [...personalityEndpoints, signedEndpoint];

const metricsToken = 'metrics-token-of-the-tests';
const jobSchema = z.object({ job: z.object({ state: z.string() }) });
const accountsSchema = z.object({
  data: z.array(z.object({ id: z.string(), label: z.string(), state: z.string() })),
});

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let mock: MockServer;
let proxy: TalkativeProxy;
let world: GatewayWorld;
const said: string[] = [];
const stored: { readonly name: string; readonly bytes: string }[] = [];

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
  proxy = await startTalkativeProxy(mock.url, endpoints);
  world = await startWorld({
    dataDir: folder.at('data'),
    env: {
      ...(await writeOperatorFiles(folder.at('operator'), proxy.url, endpoints)),
      FILMGATE_METRICS_TOKEN: metricsToken,
    },
    wrapPorts: withQuickEndpoints,
    providers: [signedKling],
  });
  const user = await world.addUser();
  const ids = await Promise.all(endpoints.map((endpoint) => everyFate(endpoint, user)));
  await listen(user, ids.flat());
  stored.push(...filesNow());
  await refuseLogins(user);
  await listen(user, ids.flat());
  stored.push(...filesNow());
  await world.stop();
  stored.push(...filesNow());
}, 120_000);

afterAll(async () => {
  await proxy.close();
  await mock.close();
  await folder.dispose();
});

function bodyOf({ name, durationsSeconds, resolutions }: OperatorEndpoint, prompt: string) {
  const [[seconds], [resolution]] = [durationsSeconds, resolutions];
  return { model: name, prompt, seconds, resolution };
}

/** Applies every outcome to videos of an endpoint, one after another; returns their ids. */
async function everyFate(
  endpoint: OperatorEndpoint,
  user: TasksClient,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const { tokens, ends } of fates) {
    const id = await take(user, bodyOf(endpoint, instant('a fox', ...tokens)));
    await eventually(
      async () => {
        const { state } = jobSchema.parse(
          JSON.parse((await world.admin('GET', `jobs/${id}`)).text),
        ).job;
        return ends.some((end) => end === state) ? state : undefined;
      },
      { what: `${endpoint.name} with ${tokens.join()} is ${ends.join(' or ')}`, intervalMs: 100 },
    );
    ids.push(id);
  }
  return ids;
}

/** Retries until the task is accepted: accounts must first be probed. */
async function take(user: TasksClient, body: object): Promise<string> {
  const response = await eventually(
    async () => {
      const given = await user.create(body);
      said.push(given.text);
      return given.status === 503 ? undefined : given;
    },
    { what: 'a video is taken', intervalMs: 100 },
  );
  expect(response.status, response.text).toBe(202);
  return z.object({ id: z.string() }).parse(JSON.parse(response.text)).id;
}

/** Makes each provider refuse the key, and waits until the gateway has noticed. */
async function refuseLogins(user: TasksClient): Promise<void> {
  for (const endpoint of endpoints)
    await take(user, bodyOf(endpoint, instant('a fox', 'refuse=401')));
  await eventually(
    async () => {
      const listed = await world.admin('GET', 'accounts');
      said.push(listed.text);
      const { data } = accountsSchema.parse(JSON.parse(listed.text));
      for (const { id } of data) said.push((await world.admin('POST', `accounts/${id}/test`)).text);
      return data.length === endpoints.length ? data : undefined;
    },
    { what: 'accounts are told of' },
  );
}

/** Reads every view of these jobs and their accounts. */
async function listen(user: TasksClient, ids: readonly string[]): Promise<void> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const paths = ['jobs?limit=100', 'accounts', 'audit-log', 'request-logs', 'overview'];
  const responses = await Promise.all([
    ...ids.map((id) => world.admin('GET', `jobs/${id}`)),
    ...ids.map((id) => user.request(`/v1/videos/${id}`)),
    ...paths.map((path) => world.admin('GET', path)),
    world.admin('GET', 'account-options'),
    send(`${world.running.localUrl}/metrics`, { headers }),
    send(`${world.running.tasksUrl}/v1/videos/vt_none`),
  ]);
  said.push(...responses.map(({ text }) => text));
}

/** Every file of the gateway as stored, the database's log included. */
function filesNow() {
  const data = folder.at('data');
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'master.key')
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((name) => {
      const bytes = readUnlessMoved(name);
      return bytes === undefined ? [] : [{ name, bytes }];
    });
}

/** A video that is found while the files are listed moves from its temporary name to its final one. */
function readUnlessMoved(name: string): string | undefined {
  try {
    return readFileSync(name).toString('latin1');
  } catch (error) {
    if (z.object({ code: z.literal('ENOENT') }).safeParse(error).success) return undefined;
    throw error;
  }
}

function secrets(): readonly string[] {
  const keys = endpoints.flatMap((endpoint) => Object.values(endpoint.secrets));
  return [...new Set([...keys, ...proxy.credentials, ...proxy.signatures])];
}

/** Secrets found in a text. */
function foundIn(text: string): readonly string[] {
  return secrets().filter((secret) => text.includes(secret));
}

describe('providers that repeat every key, token and signed link they know', () => {
  it('were given tokens, gave links, and were heard', () => {
    const tokens = [...proxy.credentials].filter((credential) => credential.startsWith('eyJ'));
    expect(tokens.length).toBeGreaterThan(0);
    expect(proxy.credentials.size).toBeGreaterThanOrEqual(endpoints.length);
    expect(proxy.signatures.size).toBeGreaterThan(0);
    const trails = said.filter((text) => text.includes('"trail"'));
    expect(trails.length).toBeGreaterThan(0);
    for (const { name } of endpoints)
      expect(trails.some((text) => text.includes(`"${name}"`) && text.includes('(withheld)'))).toBe(
        true,
      );
    expect(stored.some(({ name, bytes }) => name.endsWith('-wal') && bytes.length > 0)).toBe(true);
    expect(stored.some(({ bytes }) => bytes.includes('a fox'))).toBe(true);
  });

  it('[invariants.i13-no-secret-leaves][providers.engine.redaction] let none of it into the log', () => {
    expect(world.log.length).toBeGreaterThan(20);
    expect(foundIn(world.log.join(''))).toEqual([]);
  });

  it('[invariants.i13-no-secret-leaves][providers.engine.redaction] let none of it into trails, accounts, metrics, errors or any other response', () => {
    expect(said.length).toBeGreaterThan(100);
    expect(foundIn(said.join('\n'))).toEqual([]);
  });

  it('[invariants.i13-no-secret-leaves][providers.engine.links] let none of it into what is stored', () => {
    const found = stored.map(({ name, bytes }) => [name, foundIn(bytes)] as const);
    expect(found.filter(([, all]) => all.length > 0)).toEqual([]);
  });
});
