import { parseArgs } from 'node:util';
import { keepHistory } from './named-histories.ts';
import { rareSituations, seldomSituations, situationsOfLongLives } from './rare-situations.ts';
import { historiesOfASeed, runSeed, type SeedReport, settingOf } from './run-seed.ts';
import { runSeeds } from './seed-threads.ts';
import { type WorldStoreName, worldStores } from './world-stores.ts';

/**
 * Runs histories of the simulated world: `npm run simulate -- --histories 20000 --seed 1`, with `--store sqlite` on the
 * embedded store. Equal seeds give equal histories. `--keep NAME --seed S` shrinks the failing history of a seed and
 * writes it to the named histories, which the tests replay.
 */
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    store: { type: 'string', default: 'memory' },
    keep: { type: 'string' },
  },
});

const say = (text: string): void => void process.stdout.write(text);

function wholeNumber(name: 'histories' | 'seed', least: number): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < least)
    throw new Error(`--${name} is a whole number from ${least} on`);
  return number;
}

const first = wholeNumber('seed', 0);
const store = storeNamed(values.store);

function storeNamed(name: string): WorldStoreName {
  const found = worldStores.find((known) => known === name);
  if (found === undefined) throw new Error(`--store is ${worldStores.join(' or ')}`);
  return found;
}

process.exitCode = await (values.keep === undefined ? simulate() : keep(values.keep));

async function keep(name: string): Promise<number> {
  const { failure } = await runSeed({ seed: first, setting: await settingOf(store) });
  if (failure === undefined) {
    say(`no promise is broken in the ${historiesOfASeed} histories of seed ${first}\n`);
    return 1;
  }
  keepHistory({ name, history: failure.history });
  say(`kept as "${name}":\n  ${failure.violations.join('\n  ')}\n`);
  return 0;
}

async function simulate(): Promise<number> {
  const count = Math.ceil(wholeNumber('histories', 1) / historiesOfASeed);
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  const reports: SeedReport[] = [];
  const began = performance.now();
  const onReport = (report: SeedReport): void => {
    reports.push(report);
    showProgress(reports, { seeds: count, began });
  };
  await runSeeds({ store, seeds, onReport });
  return conclude(reports);
}

function showProgress(
  reports: readonly SeedReport[],
  { seeds, began }: { readonly seeds: number; readonly began: number },
): void {
  const histories = reports.length * historiesOfASeed;
  const perSecond = Math.round((histories / (performance.now() - began)) * 1_000);
  const broken = reports.filter(({ failure }) => failure !== undefined).length;
  const line = `${histories} of ${seeds * historiesOfASeed} histories, ${perSecond} a second, ${broken} seeds with a broken promise`;
  say(process.stdout.isTTY ? `\r${line}` : `${line}\n`);
}

function conclude(reports: readonly SeedReport[]): number {
  say('\n');
  for (const situation of [...rareSituations, ...seldomSituations, ...situationsOfLongLives]) {
    const count = reports.reduce(
      (sum, { situations }) => sum + (situations.get(situation) ?? 0),
      0,
    );
    say(`${String(count).padStart(8)}  ${situation}\n`);
  }
  const broken = reports.filter(({ failure }) => failure !== undefined);
  for (const { seed, failure } of broken) {
    say(`\nBROKEN at seed ${seed}: npm run simulate -- --seed ${seed} --keep "what goes wrong"\n`);
    say(`  ${failure?.violations.join('\n  ') ?? ''}\n  ${JSON.stringify(failure?.history)}\n`);
  }
  say(broken.length === 0 ? 'every promise kept\n' : '');
  return broken.length === 0 ? 0 : 1;
}
