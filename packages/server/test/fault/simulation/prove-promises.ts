import { type RareSituation, rareSituations } from './rare-situations.ts';
import { historiesOfASeed, type SeedReport } from './run-seed.ts';
import { runSeeds } from './seed-threads.ts';

const seeds = Array.from({ length: 40 }, (_, index) => 1 + index);
/** Maximum number of histories for one occurrence of each situation under test. */
const onceIn = 2_000;

/** Result of the 20,000 histories of `npm test`. */
export interface PromisesReport {
  /** Seeds in which a promise was broken, with the command that repeats them. */
  readonly broken: readonly (Pick<SeedReport, 'failure'> & { readonly repeat: string })[];
  /** Situations that occurred less often than required. */
  readonly missed: readonly RareSituation[];
}

export async function provePromises(): Promise<PromisesReport> {
  const seen = new Map<RareSituation, number>();
  const broken: { failure: SeedReport['failure']; repeat: string }[] = [];
  const onReport = ({ seed, failure, situations }: SeedReport): void => {
    const repeat = `npm run simulate -- --seed ${seed} --keep "what goes wrong"`;
    if (failure !== undefined) broken.push({ failure, repeat });
    for (const [situation, count] of situations)
      seen.set(situation, (seen.get(situation) ?? 0) + count);
  };
  await runSeeds({ store: 'memory', seeds, onReport });
  const least = (seeds.length * historiesOfASeed) / onceIn;
  const missed = rareSituations.filter((situation) => (seen.get(situation) ?? 0) < least);
  return { broken, missed };
}
