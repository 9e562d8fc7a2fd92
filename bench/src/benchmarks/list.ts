import { asRate, type LoadDriver, loadVariant } from '../harness/load-driver.ts';
import { type Rounds, runRounds } from '../harness/run-rounds.ts';
import { startLoad } from '../harness/start-server.ts';
import { asTimes, compare, type Row } from '../report/row.ts';
import type { BareArgument } from '../servers/messages.ts';
import {
  absentPhrase,
  commonWord,
  rareWord,
  readTaskBook,
  seedOfTasks,
  type TaskBook,
} from '../world/prompt-maker.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import {
  fetchJson,
  largeStore,
  type SeededStore,
  smallStore,
  startBare,
  startGateway,
} from './gateway.ts';

const connections = 32;
/** Short, since there are many slices. */
const sliceSeconds = 1;
const shareOfBare = { atLeast: 0.4 };
const longestSearchMs = { atMost: 5 };
/** Of common words, so that every index of parts of words names most tasks. */
const longestPhraseMs = { atMost: 150 };
const growth = { atMost: 1.6 };
const names = { large: 'gateway', small: 'gateway, 10 000 tasks', bare: 'bare Fastify list' };

/** Lists of the owner who holds a fifth of all tasks. */
export const list: Benchmark = {
  name: 'list-1M',
  summary:
    'GET of 20 tasks with every filter, of 1 000 000, beside a bare Fastify list and the same among 10 000',
  run: async (context) => {
    const driver = await startLoad(context);
    const large = await startStore(context, largeStore(context));
    const small = await startStore(context, smallStore(context));
    const sample = { port: large.port, path: '/v1/videos?status=completed', key: large.key };
    const argument: BareArgument = { task: {}, list: await fetchJson(sample) };
    const bare = await startBare(context, argument);
    const rows: Row[] = [];
    for (const [name, query] of queries()) {
      const progress = (text: string): void => context.progress(`${name}: ${text}`);
      const target = (store: StartedStore) => ({
        ...store,
        path: `/v1/videos?${query(store.book)}`,
      });
      const targets = [
        { ...target(large), name: names.large },
        { ...target(small), name: names.small },
        { name: names.bare, port: bare.greeting.port, pid: bare.pid, key: '', path: '/v1/videos' },
      ];
      const variants = targets.map((one) => listVariant(driver, one));
      rows.push(...rowsOf(name, await runRounds({ ...context, progress, variants })));
    }
    return rows;
  },
};

interface StartedStore {
  readonly port: number;
  readonly pid: number;
  readonly key: string;
  readonly book: TaskBook;
}

async function startStore(
  context: BenchContext,
  { directory, seed }: SeededStore,
): Promise<StartedStore> {
  const server = await startGateway(context, { directory, store: 'sqlite', seed });
  const book = readTaskBook(server.greeting.tasksFile);
  return { port: server.greeting.port, pid: server.pid, key: book.keys[0] ?? '', book };
}

/** Every filter, alone and with others, by name. */
function queries(): readonly (readonly [name: string, query: (book: TaskBook) => string])[] {
  const alone = (query: string) => (): string => query;
  return [
    ['newest', alone('')],
    ['oldest', alone('order=asc')],
    ['in progress', alone('status=in_progress')],
    ['completed', alone('status=completed')],
    ['failed', alone('status=failed')],
    ['failed, oldest', alone('status=failed&order=asc')],
    ['deep page', ({ ids }) => `after=${heavyOwnersMiddle(ids)}`],
    ['deep page, failed', ({ ids }) => `status=failed&after=${heavyOwnersMiddle(ids)}`],
    ['search, common word', alone(`search=${commonWord}`)],
    ['search, part of a word', alone(`search=${commonWord.slice(1, -1)}`)],
    ['search, rare word', alone(`search=${rareWord}`)],
    ['search, no match', alone('search=xyzzyqjx')],
    ['search, two letters that no prompt has', alone('search=zq')],
    [
      'search, phrase that no prompt has',
      alone(`search=${encodeURIComponent(absentPhrase(seedOfTasks))}`),
    ],
    ['search, deep page', ({ ids }) => `search=${commonWord}&after=${heavyOwnersMiddle(ids)}`],
    ['search, id', ({ ids }) => `search=${heavyOwnersMiddle(ids)}`],
    ['search, failed', alone(`search=${commonWord}&status=failed`)],
    ['search, in progress', alone(`search=${commonWord}&status=in_progress`)],
    ['search, oldest', alone(`search=${commonWord}&order=asc`)],
  ];
}

/** Every fifth task is the heavy owner's. */
function heavyOwnersMiddle(ids: readonly string[]): string {
  return ids[Math.floor(ids.length / 10) * 5] ?? '';
}

function listVariant(
  driver: LoadDriver,
  target: {
    readonly name: string;
    readonly port: number;
    readonly pid: number;
    readonly key: string;
    readonly path: string;
  },
) {
  const headers = { authorization: `Bearer ${target.key}` };
  const requests = { kind: 'get', path: target.path, headers } as const;
  const order = { port: target.port, connections, pids: [target.pid], requests };
  return loadVariant({ name: target.name, driver, order, seconds: sliceSeconds, toSlice: asRate });
}

function rowsOf(workload: string, measured: Rounds): readonly Row[] {
  const common = { benchmark: 'list-1M', workload, unit: '/s', ours: names.large };
  const slowdown = compare(
    { ...common, other: names.small, goal: growth, better: 'more' },
    measured,
  );
  const isSearch = workload.startsWith('search');
  const first = isSearch
    ? asTimes(
        compare(
          {
            ...common,
            other: names.bare,
            goal: workload.includes('phrase') ? longestPhraseMs : longestSearchMs,
            better: 'more',
            checkedBy: 'value',
          },
          measured,
        ),
      )
    : compare({ ...common, other: names.bare, goal: shareOfBare, better: 'more' }, measured);
  return [first, asTimes(slowdown)];
}
