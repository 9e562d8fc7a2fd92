import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import * as z from 'zod';
import { bootstrap } from '../../../tools/bootstrap.mjs';
import { serverCore } from '../harness/cores.ts';
import { firstReply, type PeerProcess, startPeer } from '../harness/peer-process.ts';
import { readProcessorTime, useBetween } from '../harness/processor-time.ts';
import { readResidentBytes } from '../harness/resident-memory.ts';
import { median } from '../harness/run-rounds.ts';
import { compare, type Goal, type Row } from '../report/row.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { freePort } from './ports.ts';

const megabyte = 1_000_000;
const connections = 32;
const settlesWithinMs = 2_000;
const pages = 9;
const anHourMs = 3_600_000;

/** The mock as its users start it, with a space of many jobs. */
export const mock: Benchmark = {
  name: 'mock',
  summary:
    'the mock with 100 000 jobs: memory, a page of its ledger, polls, a verdict, and its start',
  run: async (context) => {
    const jobs = context.quick ? 10_000 : 100_000;
    const start = await measureStart(context);
    const { node, build } = await bootstrap();
    const cli = join(build, 'dist/filmgate-mock.js');
    const { server, client } = await startMock(context, [node, cli, 'serve']);
    const residentMegabytes = (): number =>
      (readResidentBytes(server.pid) ?? Number.NaN) / megabyte;
    const atRest = residentMegabytes();
    const emptyPage = await client.pageMs();
    context.progress(`submits ${jobs} jobs`);
    const submissions = await perProcessorSecond(server, jobs, (index) => client.submit(index));
    const id = await client.submit(jobs);
    const polls = await perProcessorSecond(server, jobs / 5, () => client.poll(id));
    await sleep(settlesWithinMs);
    const resident = residentMegabytes();
    const page = await client.pageMs();
    await client.check();
    const checked = residentMegabytes();
    const workload = `${jobs} jobs`;
    return [
      row(`${workload}: resident`, { unit: 'MB', atMost: 200 }, ['at rest', resident, atRest]),
      row(`${workload}, all of them lost: resident after a verdict`, { unit: 'MB', atMost: 200 }, [
        'before it',
        checked,
        resident,
      ]),
      row(`${workload}: page of the ledger`, { unit: 'ms', atMost: 50 }, [
        'of none',
        page,
        emptyPage,
      ]),
      row(`${workload}: polls in a second of processor time`, { unit: '/s', atLeast: 5_000 }, [
        'submissions',
        polls,
        submissions,
      ]),
      row('to the first reply', { unit: 'ms', atMost: 150 }, ['node:http', start.mock, start.bare]),
    ];
  },
};

/** Our value is compared with the goal; the other is printed beside it. */
function row(
  workload: string,
  { unit, ...goal }: Goal & { readonly unit: string },
  [other, mine, theirs]: readonly [name: string, mine: number, theirs: number],
): Row {
  const slice = (value: number) => ({ value, processorUs: null, foreignShare: null });
  const round = new Map([
    ['mock', slice(mine)],
    [other, slice(theirs)],
  ]);
  const better = 'atMost' in goal ? 'less' : 'more';
  return compare(
    { benchmark: 'mock', workload, unit, ours: 'mock', other, goal, better, checkedBy: 'value' },
    { rounds: [round], disturbed: 0 },
  );
}

async function measureStart({ rounds }: BenchContext) {
  const { node, build } = await bootstrap();
  const bare = fileURLToPath(new URL('../servers/bare-http.mjs', import.meta.url));
  const mocks: number[] = [];
  const bares: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const port = String(await freePort());
    const cli = join(build, 'dist/filmgate-mock.js');
    mocks.push(await startMs([node, cli, 'serve', '--port', port], port, ledgerPath));
    bares.push(await startMs([node, bare, port], port, '/'));
  }
  return { mock: median(mocks), bare: median(bares) };
}

async function startMs(command: readonly string[], port: string, path: string): Promise<number> {
  const from = performance.now();
  const server = startPeer({ command, core: serverCore });
  try {
    await firstReply(Number(port), path);
    return performance.now() - from;
  } finally {
    await server.stop();
  }
}

async function startMock(context: BenchContext, command: readonly string[]) {
  const port = await freePort();
  const server = startPeer({ command: [...command, '--port', String(port)], core: serverCore });
  context.later(() => server.stop());
  await firstReply(port, ledgerPath);
  const agent = new Agent({ connections });
  context.later(() => agent.close());
  return { server, client: mockClient(`http://127.0.0.1:${port}`, agent) };
}

const ledgerPath = '/_mock/ledger?limit=100';
const accepted = z.object({ id: z.string() });

function mockClient(url: string, dispatcher: Agent) {
  const headers = { authorization: 'Bearer studio-1', 'content-type': 'application/json' };
  const get = async (path: string): Promise<void> => {
    const { statusCode, body } = await request(`${url}${path}`, { dispatcher, headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}`);
  };
  return {
    submit: async (index: number): Promise<string> => {
      const body = JSON.stringify(submission(index));
      const path = `${url}/v1/generations`;
      const response = await request(path, { method: 'POST', dispatcher, headers, body });
      return accepted.parse(await response.body.json()).id;
    },
    poll: (id: string) => get(`/v1/generations/${id}`),
    /** Lets every job end, and asks for the client's errors: it never polled a job again. */
    check: async (): Promise<void> => {
      const path = `${url}/_mock/clock`;
      const body = JSON.stringify({ advance: anHourMs });
      await (await request(path, { method: 'POST', dispatcher, headers, body })).body.dump();
      await get('/_mock/verdict');
    },
    /** The median of some pages of a hundred jobs, in ms. */
    pageMs: async (): Promise<number> => {
      const times: number[] = [];
      for (let page = 0; page < pages; page += 1) {
        const from = performance.now();
        await get(ledgerPath);
        times.push(performance.now() - from);
      }
      return median(times);
    },
  };
}

function submission(index: number): object {
  return {
    correlation_id: `job-${index}`,
    model: 'vm_std-2.0',
    media_type: 'video',
    prompt: `A kite over the dunes number ${index}`,
    negative_prompt: null,
    duration: 4,
    aspect_ratio: '16:9',
    resolution: '720p',
    width: 1280,
    height: 720,
    audio: true,
    references: [],
  };
}

/** Concurrent calls that the server completes in a second of its processor time. */
async function perProcessorSecond(
  { pid }: PeerProcess,
  count: number,
  call: (index: number) => Promise<unknown>,
): Promise<number> {
  const before = readProcessorTime([pid], serverCore);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await call(index);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const use = useBetween(before, readProcessorTime([pid], serverCore));
  return use === null ? Number.NaN : (count * 1e9) / use.ownNs;
}
