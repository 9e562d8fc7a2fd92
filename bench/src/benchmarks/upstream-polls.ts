import { loadCore, serverCore } from '../harness/cores.ts';
import { pollVariant, startFleetNode } from '../harness/fleet-node.ts';
import { runRounds } from '../harness/run-rounds.ts';
import { compare } from '../report/row.ts';
import type { Benchmark } from './benchmark.ts';
import { startProvider } from './job.ts';

/** More than can be polled, so that a job is always due. */
const pollsWantedPerSecond = 50_000;
const names = { ours: 'gateway', other: 'bare undici' };

/** Polls of providers, the main work of a runner with many jobs in flight. */
export const providerPolls: Benchmark = {
  name: 'upstream-polls',
  summary:
    '100 000 jobs in flight, 16 accounts with sealed secrets, each poll over HTTP, beside bare undici',
  run: async (context) => {
    const jobs = context.quick ? 10_000 : 100_000;
    const providerPort = await startProvider(context, 0);
    const argument = {
      directory: context.newFolder('upstream-polls'),
      pollEveryMs: (jobs / pollsWantedPerSecond) * 1000,
      providerPort,
    };
    const common = { argument, core: serverCore, nodeArguments: context.serverNodeArguments };
    const ours = await startFleetNode(common);
    context.later(() => ours.stop());
    const bare = await startFleetNode({ ...common, program: 'peers/undici-poller.ts' });
    context.later(() => bare.stop());
    context.progress(`brings ${jobs} jobs into flight`);
    await ours.report({ kind: 'seed', jobs });
    const plan = {
      seconds: context.sliceSeconds,
      pollsAtLeast: 2_000,
      settleSeconds: 0.5,
      cores: [serverCore, loadCore],
    };
    const variants = [
      pollVariant({ ...plan, name: names.other, nodes: [bare] }),
      pollVariant({ ...plan, name: names.ours, nodes: [ours] }),
    ];
    const measured = await runRounds({ ...context, variants });
    const workload = `${jobs} jobs in flight`;
    const comparison = { benchmark: 'upstream-polls', workload, unit: '/s', ...names };
    return [compare({ ...comparison, goal: { atLeast: 0.3 }, better: 'more' }, measured)];
  },
};
