import { type RareSituation, rareSituations } from './rare-situations.ts';
import { historiesOfASeed, runSeed, type SeedReport, settingOf } from './run-seed.ts';

const seedsOfAPart = 10;
/** A situation that is to be tested has to come up at least once in so many histories. */
const onceIn = 2_000;

/** What came of one part of the 20,000 histories of `npm test`; in four parts, so that every core has some. */
export interface PartReport {
  /** The seeds in which a promise was broken, with what to run for it. */
  readonly broken: readonly (Pick<SeedReport, 'failure'> & { readonly repeat: string })[];
  /** Situations that came up less often than they have to. */
  readonly missed: readonly RareSituation[];
}

export async function provePromises(part: 1 | 2 | 3 | 4): Promise<PartReport> {
  // Faults are thrown by the thousand here; the stack of each would cost more than its history.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const first = (part - 1) * seedsOfAPart + 1;
  const setting = await settingOf('memory');
  const seen = new Map<RareSituation, number>();
  const broken: { failure: SeedReport['failure']; repeat: string }[] = [];
  for (let seed = first; seed < first + seedsOfAPart; seed += 1) {
    const { failure, situations } = await runSeed({ seed, setting });
    const repeat = `npm run simulate -- --seed ${seed} --keep "what goes wrong"`;
    if (failure !== undefined) broken.push({ failure, repeat });
    for (const [situation, count] of situations)
      seen.set(situation, (seen.get(situation) ?? 0) + count);
  }
  Error.stackTraceLimit = stackTraceLimit;
  const least = Math.floor((seedsOfAPart * historiesOfASeed) / onceIn);
  const missed = rareSituations.filter((situation) => (seen.get(situation) ?? 0) < least);
  return { broken, missed };
}
