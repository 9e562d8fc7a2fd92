import { startProgram } from '../harness/child-program.ts';
import { loadCore } from '../harness/cores.ts';
import { asLatency, asRate, type LoadDriver, loadVariant } from '../harness/load-driver.ts';
import { startPeer } from '../harness/peer-process.ts';
import { type Rounds, runRounds } from '../harness/run-rounds.ts';
import { startLoad, startServer } from '../harness/start-server.ts';
import { addedRounds } from '../report/added-rounds.ts';
import { compare, type Goal, type Row } from '../report/row.ts';
import { type InstantArgument, instantGreeting } from '../servers/instant-messages.ts';
import { portGreeting } from '../servers/messages.ts';
import { chatBody, chatHeaders } from '../world/chat-request.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { installPortkey, portkeyCommand } from './portkey.ts';
import { freePort, untilListening } from './ports.ts';
import { startNginx } from './start-nginx.ts';

const names = {
  ours: 'gateway',
  portkey: 'Portkey',
  nginx: 'nginx proxy_pass',
  bare: 'no gateway',
};

interface Target {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  readonly headers: { readonly [name: string]: string };
}

/**
 * Chat requests through gateways before one chat service. The work is not the same: ours accepts each as a durable job,
 * marks it before it is sent, keeps the receipt, stores and inspects a video file, and logs the call; a proxy passes a
 * call on. What it costs beside a proxy is what is asked.
 */
export const syncGateway: Benchmark = {
  name: 'sync-gateway',
  summary:
    'chat request through, each a durable job with its stored video, beside Portkey and nginx that pass the call on',
  run: async (context) => {
    const driver = await startLoad(context);
    const targets = await startTargets(context);
    const run = (connections: number, toSlice: typeof asRate): Promise<Rounds> =>
      runRounds({
        ...context,
        progress: (text) => context.progress(`${connections} connections: ${text}`),
        variants: targets.map((target) =>
          chatVariant({ context, driver, target }, connections, toSlice),
        ),
      });
    const peers = targets.map(({ name }) => name).filter((name) => name in rateGoals);
    return [
      ...rateRows(peers, await run(64, asRate)),
      ...latencyRows(peers, addedRounds(await run(1, asLatency), names.bare)),
    ];
  },
};

const rateGoals: { readonly [peer: string]: Goal | null } = {
  [names.portkey]: { atLeast: 10 },
  [names.nginx]: null,
};
const latencyGoals: { readonly [peer: string]: Goal | null } = {
  [names.portkey]: { atMost: 0.3 },
  [names.nginx]: { atMost: 2 },
};

function rateRows(peers: readonly string[], measured: Rounds): readonly Row[] {
  const workload = '64 connections; ours are durable jobs';
  const common = { benchmark: 'sync-gateway', workload, unit: '/s', ours: names.ours } as const;
  return peers.map((other) =>
    compare({ ...common, other, goal: rateGoals[other] ?? null, better: 'more' }, measured),
  );
}

function latencyRows(peers: readonly string[], measured: Rounds): readonly Row[] {
  const workload = '1 connection, added p50; ours are durable jobs';
  const common = { benchmark: 'sync-gateway', workload, unit: 'ms', ours: names.ours } as const;
  return peers.map((other) =>
    compare({ ...common, other, goal: latencyGoals[other] ?? null, better: 'less' }, measured),
  );
}

async function startTargets(context: BenchContext): Promise<readonly Target[]> {
  const program = 'servers/chat-upstream-server.ts';
  const service = await startProgram({ program, core: loadCore });
  context.later(() => service.stop());
  const { port } = portGreeting.parse(service.greeting);
  const plain = chatHeaders('key');
  const argument: InstantArgument = {
    directory: context.folder('sync-gateway'),
    upstreamPort: port,
  };
  const ours = await startServer(context, 'servers/instant-server.ts', {
    argument,
    greeting: instantGreeting,
  });
  const { localPort, serviceKey } = ours.greeting;
  const nginx = await startNginx(context, { kind: 'proxy', port });
  if (nginx === null) context.progress('there is no nginx to stand beside');
  return [
    { name: names.bare, port, pid: service.pid, headers: plain },
    { name: names.ours, port: localPort, pid: ours.pid, headers: chatHeaders(serviceKey) },
    ...(await startPortkey(context, port)),
    ...(nginx === null ? [] : [{ name: names.nginx, ...nginx, headers: plain }]),
  ];
}

async function startPortkey(
  context: BenchContext,
  upstreamPort: number,
): Promise<readonly Target[]> {
  const entry = installPortkey(context);
  if (entry === null) return [];
  const port = await freePort();
  const peer = startPeer(portkeyCommand(entry, port));
  context.later(() => peer.stop());
  await untilListening(port);
  const headers = {
    ...chatHeaders('key'),
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
  };
  return [{ name: names.portkey, port, pid: peer.pid, headers }];
}

function chatVariant(
  parts: {
    readonly context: BenchContext;
    readonly driver: LoadDriver;
    readonly target: Target;
  },
  connections: number,
  toSlice: typeof asRate,
) {
  const { context, driver, target } = parts;
  const { name, port, pid, headers } = target;
  const path = '/v1/chat/completions';
  const requests = { kind: 'post', path, headers, body: chatBody } as const;
  const order = { port, connections, pids: [pid], requests };
  return loadVariant({ name, driver, order, seconds: context.sliceSeconds, toSlice });
}
