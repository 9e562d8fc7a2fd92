import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MockServer, startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import {
  personalities,
  type PersonalityEndpoint,
  personalityEndpoints,
  writeOperatorFiles,
} from './personality-endpoints.ts';
import { instant } from './prompts.ts';
import { withQuickEndpoints } from './quick-endpoints.ts';
import { adminJobResponseSchema } from './shapes.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { jsonOf } from './response.ts';
import { tasksClient } from './tasks-client.ts';

/** Faults of the response to a submission, as in the table of official clients. */
const faults = [
  ['no fault', []],
  ['reset', ['lost-response']],
  ['hang', ['response=hang:20s']],
  ['500', ['response=500']],
  ['502', ['response=502']],
  ['503', ['response=503']],
  ['504', ['response=504']],
] as const;

/** Of the endpoints of one wire, the first; the dialect of another gateway is tested with a gateway. */
const endpoints = personalityEndpoints.filter(({ name }) => name !== 'gateway' && name !== 'form');
/** Wires at which a task is found for certain without the word of an operator. */
const finding = new Set(['kling', 'ark', 'replicate', 'fal', 'vidu']);
const atTheMock = { what: 'the submission to end at the mock' };
const page = new URL('../../../../docs/mock/clients.md', import.meta.url);
const area = /(?<=<!-- table of Filmgate -->\n)[^]*(?=<!-- end of the table of Filmgate -->)/;

let folder: string;
let mock: MockServer;
let gateway: Gateway;
/** Paths of the POSTs that the mock has received. */
const posts: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-once-'));
  mock = await startMockServer({
    host: '127.0.0.1',
    port: 0,
    speed: 1_000,
    seed: 'seed',
    control: true,
    personalities,
    now: () => Date.now(),
    onRequest: ({ method, path }) => {
      if (method === 'POST') posts.push(path);
    },
  });
  const env = await writeOperatorFiles(folder, mock.url, endpoints);
  gateway = await startGateway({ env, accounts: [], wrapPorts: withQuickEndpoints });
});
afterAll(async () => {
  await gateway.stop();
  await mock.close();
  await rm(folder, { recursive: true, force: true });
});

/** Orders a video and waits for its end, or for the state that only a person ends. */
async function order(endpoint: PersonalityEndpoint, prompt: string): Promise<string> {
  const { name: model, durationsSeconds, resolutions } = endpoint;
  const [[seconds], [resolution]] = [durationsSeconds, resolutions];
  const tasks = tasksClient(gateway.tasksUrl, gateway.apiUserKey);
  const created = await tasks.create({ model, prompt, seconds, resolution });
  expect(created.status, created.text).toBe(202);
  const { id } = z.object({ id: z.string() }).parse(jsonOf(created));
  const ends = finding.has(model) ? ['completed'] : ['completed', 'outcome_unknown'];
  return await eventually(
    async () => {
      const job = adminJobResponseSchema.parse(jsonOf(await gateway.adminFetch(`jobs/${id}`)));
      return ends.find((state) => state === job.state);
    },
    { what: `the end of ${prompt}` },
  );
}

/** Submissions; those to Vertex are below the path of the other APIs of Google, and its reads are POSTs as well. */
const postsTo = ({ path, protocol }: PersonalityEndpoint): number =>
  posts
    .filter((one) => one.startsWith(`${path}/`) && !one.endsWith(':fetchPredictOperation'))
    .filter((one) => one.endsWith(':predictLongRunning') === (protocol === 'vertex')).length;

/** One row: submissions counted in front of the mock, accepted ones in its ledger, and the end of the order. */
async function measure(endpoint: PersonalityEndpoint): Promise<readonly string[]> {
  const cells: string[] = [];
  for (const [name, tokens] of faults) {
    // Three lost responses in a row would open the provider's circuit.
    expect(await order(endpoint, instant(`${endpoint.name} between`))).toBe('completed');
    const before = postsTo(endpoint);
    const label = `${endpoint.name} with ${name}`;
    const state = await order(endpoint, instant(label, ...tokens));
    const sent = await eventually(async () => {
      const count = postsTo(endpoint) - before;
      return count === 0 ? undefined : count;
    }, atTheMock);
    const { accepted } = mock.ledger('default', label);
    cells.push(`${sent} / ${accepted} ${state === 'completed' ? 'video' : 'a person decides'}`);
  }
  expect(postsTo(endpoint)).toBe(2 * faults.length);
  return [`\`${endpoint.protocol}\``, ...cells];
}

it('[invariants.i1-one-submission][mock.crash-test.gateway] the table in the documents says how often each order is sent and paid when its response is lost', {
  tags: 'long',
  timeout: 300_000,
}, async () => {
  const rows = await Promise.all(endpoints.map(measure));
  const head = ['Wire', ...faults.map(([name]) => name)];
  const table = [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  const text = await readFile(page, 'utf8');
  await expect(text.replace(area, `\n${table}\n\n`)).toMatchFileSnapshot(page.pathname);
  for (const row of rows) for (const cell of row.slice(1)) expect(cell).toMatch(/^1 \/ 1 /);
});
