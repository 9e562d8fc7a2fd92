import type { Rounds } from '../harness/run-rounds.ts';

/**
 * The same rounds with what each variant adds to one of them, in the same round. Processor time is left out: it is not
 * what makes a single call slow.
 */
export function addedRounds({ rounds, disturbed }: Rounds, baseline: string): Rounds {
  const added = rounds.map((round) => {
    const least = round.get(baseline)?.value ?? Number.NaN;
    return new Map(
      [...round].map(([name, slice]) => [
        name,
        { ...slice, value: slice.value - least, processorUs: null },
      ]),
    );
  });
  return { rounds: added, disturbed };
}
