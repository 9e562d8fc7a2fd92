import { Films } from './film.ts';
import { hazards } from './history.ts';
import { MemoryWorldStore } from './memory-world-store.ts';
import { searchHistories } from './search-histories.ts';
Error.stackTraceLimit = 0;
const [only = '', rule = '', seed = '1', count = '20000', out = ''] = process.argv.slice(2);
const films = await Films.render();
let runs = 0;
const found = await searchHistories({
  seed: Number(seed), count: Number(count), setting: { films, createStore: async (s) => new MemoryWorldStore(s) },
  without: only.startsWith('-') ? hazards.filter((h) => only.slice(1).split(',').includes(h)) : only === '' ? [] : hazards.filter((h) => !only.split(',').includes(h)),
  matters: (v) => new RegExp(rule).test(v), onHistory: () => { runs += 1; },
});
console.log(out, runs, JSON.stringify(found));
