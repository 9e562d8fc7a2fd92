import { Films } from './film.ts';
import { hazards } from './history.ts';
import { MemoryWorldStore } from './memory-world-store.ts';
import { searchHistories } from './search-histories.ts';
Error.stackTraceLimit = 0;
const [only = '', rule = '', seed = '1', count = '20000', out = '', notices = 'yes'] = process.argv.slice(2);
const films = await Films.render();
let runs = 0;
const seen = new Map<string, number>();
const kinds = new Map<string, number>();
const t = process.cpuUsage();
const found = await searchHistories({
  seed: Number(seed), count: Number(count), setting: { films, createStore: async (s) => new MemoryWorldStore(s, { notices: notices === 'yes' }) },
  without: only.startsWith('-') ? hazards.filter((h) => only.slice(1).split(',').includes(h)) : only === '' ? [] : hazards.filter((h) => !only.split(',').includes(h)),
  matters: (v) => { const k = v.replaceAll(/vt_\w+|\b\d+\b/g, '#'); kinds.set(k, (kinds.get(k) ?? 0) + 1); return new RegExp(rule).test(v); }, onHistory: (s) => { runs += 1; for (const x of s) seen.set(x, (seen.get(x) ?? 0) + 1); },
});
const c = process.cpuUsage(t);
console.log(out, runs, (c.user + c.system) / 1000 / runs, 'ms', JSON.stringify(found));
if (out === 'counts') console.log([...seen].sort((a, b) => a[1] - b[1]).map(([k, n]) => `${n} ${k}`).join('\n'), kinds);
