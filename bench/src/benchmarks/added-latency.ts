import { startPeer } from '../harness/peer-process.ts';
import { asRate, type LoadDriver, loadVariant } from '../harness/load-driver.ts';
import { type Rounds, runRounds, type Variant } from '../harness/run-rounds.ts';
import { startLoad } from '../harness/start-server.ts';
import { compare, mapRounds, type Row } from '../report/row.ts';
import { chatBody, chatHeaders } from '../world/bench-job.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { startPlain } from './create.ts';
import { startInstantGateway, startProvider } from './job.ts';
import { installPortkey, portkeyCommand } from './portkey.ts';
import { freePort, untilListening } from './ports.ts';

const names = {
  ours: 'gateway',
  portkey: 'Portkey, which stores nothing',
  plain: 'one transaction for each step',
};
const providerMs = 1_000;
const connections = 64;
/** A second is one reply for each connection: several of them make a percentile. */
const repliesForEach = 5;

/** Latency that a gateway adds to a provider that takes a second. */
export const addedLatency: Benchmark = {
  name: 'added-latency',
  summary:
    'latency added to a provider that takes 1 s, p50 and p99, 64 at once, beside Portkey and plain transactions',
  run: async (context) => {
    const driver = await startLoad(context);
    const providerPort = await startProvider(context, providerMs);
    const variants = await startVariants(context, driver, providerPort);
    const measured = await runRounds({ ...context, variants });
    return ['p50', 'p99'].flatMap((percentile) => rowsOf(percentile, measured, variants));
  },
};

function rowsOf(
  percentile: string,
  measured: Rounds,
  variants: readonly Variant[],
): readonly Row[] {
  const added = mapRounds(measured, ({ notes = {}, ...slice }) => ({
    ...slice,
    value: (notes[`${percentile} ms`] ?? Number.NaN) - providerMs,
    processorUs: null,
    notes: { 'share of a 60 s video': ((notes[`${percentile} ms`] ?? 0) - providerMs) / 60_000 },
  }));
  const others = variants.map(({ name }) => name).filter((name) => name !== names.ours);
  return others.map((other) =>
    compare(
      {
        benchmark: 'added-latency',
        workload: `${percentile}, ${connections} at once`,
        unit: 'ms',
        ours: names.ours,
        other,
        goal: other === names.plain ? { atMost: 1.5 } : null,
        better: 'less',
        checkedBy: 'ratio',
      },
      added,
    ),
  );
}

async function startVariants(
  context: BenchContext,
  driver: LoadDriver,
  providerPort: number,
): Promise<readonly Variant[]> {
  const directory = (name: string): string => context.newFolder(`latency-${name}`);
  const plain = await startPlain(context, { directory: directory('plain'), providerPort });
  const ours = await startInstantGateway(context, {
    directory: directory('gateway'),
    providerPort,
  });
  const targets = [
    {
      name: names.plain,
      port: plain.greeting.port,
      pids: [plain.pid],
      headers: chatHeaders('key'),
    },
    ours,
    ...(await startPortkey(context, providerPort)),
  ];
  return targets.map(({ name, port, pids, headers }) => {
    const path = '/v1/chat/completions';
    const requests = { kind: 'post', path, headers, body: chatBody } as const;
    const order = { port, connections, pids: [...pids], requests };
    const seconds = (providerMs / 1000) * repliesForEach;
    return loadVariant({ name, driver, order, seconds, toSlice: asRate });
  });
}

async function startPortkey(context: BenchContext, providerPort: number) {
  const entry = installPortkey(context);
  if (entry === null) return [];
  const port = await freePort();
  const peer = startPeer(portkeyCommand(entry, port));
  context.later(() => peer.stop());
  await untilListening(port);
  const headers = {
    ...chatHeaders('key'),
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `http://127.0.0.1:${providerPort}/v1`,
  };
  return [{ name: names.portkey, port, pids: [peer.pid], headers }];
}
