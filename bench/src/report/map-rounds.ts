import type { Rounds, Slice } from '../harness/run-rounds.ts';

/** The same rounds with another view of each slice. */
export function mapRounds({ rounds, disturbed }: Rounds, change: (slice: Slice) => Slice): Rounds {
  const changed = rounds.map(
    (round) => new Map([...round].map(([name, slice]) => [name, change(slice)])),
  );
  return { rounds: changed, disturbed };
}
