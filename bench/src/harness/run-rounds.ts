/** The middle value; the mean of the two middle ones of an even number. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** One variant measured once. */
export interface Slice {
  /** What is compared: a rate, a latency, a time. */
  readonly value: number;
  /** Processor time for one unit of work, in µs; null where the system keeps no account. */
  readonly processorUs: number | null;
  /** What other processes took of the server's core, 0 to 1; null as above. */
  readonly foreignShare: number | null;
  /** Further figures for the table's last column. */
  readonly notes?: { readonly [name: string]: number };
}

export interface Variant {
  readonly name: string;
  measure(kind: 'warm-up' | 'counted'): Promise<Slice>;
}

/** One round: every variant once, one right after the other. */
export type Round = ReadonlyMap<string, Slice>;

export interface Rounds {
  readonly rounds: readonly Round[];
  /** How many of them others disturbed, though they were repeated. */
  readonly disturbed: number;
}

export interface RoundsOptions {
  readonly variants: readonly Variant[];
  readonly rounds: number;
  /** Rounds that may be run again because others disturbed them. */
  readonly repeats: number;
  readonly progress: (text: string) => void;
}

/** A round in which others took more of the server's core than this is run again. */
const mostForeignShare = 0.25;

/**
 * Measures the variants in turn, round by round after one to warm up, so that whatever changes on the machine changes
 * for all of them. Disturbed rounds are repeated as long as repeats are left; the least disturbed ones count.
 */
export async function runRounds({
  variants,
  rounds,
  repeats,
  progress,
}: RoundsOptions): Promise<Rounds> {
  const measured: Round[] = [];
  progress('warm-up');
  await runRound(variants, 'warm-up');
  while (measured.filter(isQuiet).length < rounds && measured.length < rounds + repeats) {
    progress(`round ${measured.length + 1}`);
    measured.push(await runRound(variants, 'counted'));
  }
  const kept = measured.toSorted((a, b) => foreignShare(a) - foreignShare(b)).slice(0, rounds);
  return { rounds: kept, disturbed: kept.filter((round) => !isQuiet(round)).length };
}

async function runRound(variants: readonly Variant[], kind: 'warm-up' | 'counted'): Promise<Round> {
  const round = new Map<string, Slice>();
  for (const variant of variants) round.set(variant.name, await variant.measure(kind));
  return round;
}

function foreignShare(round: Round): number {
  return Math.max(...[...round.values()].map((slice) => slice.foreignShare ?? 0));
}

function isQuiet(round: Round): boolean {
  return foreignShare(round) <= mostForeignShare;
}
