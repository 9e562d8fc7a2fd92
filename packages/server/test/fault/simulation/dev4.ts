import fc from 'fast-check';
import { Films } from './film.ts';
import { histories } from './history.ts';
import { MemoryWorldStore } from './memory-world-store.ts';
import { RareSituations } from './rare-situations.ts';
import { runHistory } from './run-history.ts';
const films = await Films.render();
Error.stackTraceLimit = 0;
let sum = 0, calls = 0, n = 0;
const t0 = performance.now();
for (const history of fc.sample(histories, { numRuns: Number(process.argv[2] ?? 300), seed: Number(process.argv[3] ?? 21) })) {
  const c = process.cpuUsage();
  const { trace, violations } = await runHistory(history, { films, situations: new RareSituations(), createStore: async (s) => new MemoryWorldStore(s) });
  const d = process.cpuUsage(c);
  const ms = (d.user + d.system) / 1000;
  n++; sum += ms; calls += Number(trace.split(' ')[0]);
  if (ms > 150) console.log(n, ms.toFixed(0), trace, JSON.stringify(history), violations);
  if (performance.now() - t0 > 60000) break;
}
console.log(n, 'mean', sum / n, 'calls', calls / n);
