import fc from 'fast-check';
import { Films } from './film.ts';
import { histories } from './history.ts';
import { MemoryWorldStore } from './memory-world-store.ts';
import { RareSituations } from './rare-situations.ts';
import { runHistory } from './run-history.ts';

const films = await Films.render();
const count = Number(process.argv[2] ?? 500);
const seed = Number(process.argv[3] ?? 1);
const seen = new Map<string, number>();
const kinds = new Map<string, number>();
Error.stackTraceLimit = 0;
const t = performance.now(); const c0 = process.cpuUsage();
for (const history of fc.sample(histories, { numRuns: count, seed })) {
  const situations = new RareSituations();
  const { violations } = await runHistory(history, { films, situations, createStore: async (s) => new MemoryWorldStore(s) });
  for (const name of situations.seen) seen.set(name, (seen.get(name) ?? 0) + 1);
  for (const violation of new Set(violations.map((text) => text.replaceAll(/vt_\w+|\b\d+\b/g, '#')))) kinds.set(violation, (kinds.get(violation) ?? 0) + 1); if (violations.length>0 && process.argv[4]) console.log(violations, JSON.stringify(history));
}
const c = process.cpuUsage(c0); console.log("cpu per history ms", (c.user + c.system) / 1000 / count);
console.log(seen, kinds, count / ((performance.now() - t) / 1000), 'per s');
