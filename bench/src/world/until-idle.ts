import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 1_000;
/** Share of a core below which nothing is going on. A profiler's own thread takes about a tenth. */
const idleShare = process.execArgv.includes('--cpu-prof') ? 0.25 : 0.03;
const quietLooks = 2;

/** Resolves once this process has had nothing to do for two seconds: what it puts off until later is done. */
export async function untilIdle(): Promise<void> {
  for (let quiet = 0; quiet < quietLooks; ) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await sleep(lookEveryMs);
    const { user, system } = process.cpuUsage(before);
    const share = (user + system) / 1000 / (performance.now() - startedAt);
    quiet = share < idleShare ? quiet + 1 : 0;
  }
}
