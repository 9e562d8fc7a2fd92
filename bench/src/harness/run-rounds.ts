/** The middle value; the mean of the two middle ones of an even number. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** One variant measured once. */
export interface Slice {
  /** The compared value: a rate, a latency or a time. */
  readonly value: number;
  /** Processor time for one unit of work, in µs; null if the system does not report it. */
  readonly processorUs: number | null;
  /** Share of the server's core that other processes used, 0 to 1; null as above. */
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
  /** Rounds that other processes disturbed although they were repeated. */
  readonly disturbed: number;
}

export interface RoundsOptions {
  readonly variants: readonly Variant[];
  readonly rounds: number;
  /** Maximum number of repeated rounds after a disturbance by other processes. */
  readonly repeats: number;
  readonly progress: (text: string) => void;
}

/** Share of the server's core that other processes may use; above it, a round is repeated. */
const mostForeignShare = 0.25;

/**
 * Measures the variants in turn, round by round after a warm-up, so that any change of the machine affects all of them.
 * Disturbed rounds are repeated while repeats are left; the least disturbed ones count.
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
