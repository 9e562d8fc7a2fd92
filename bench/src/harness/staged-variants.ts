import type { Slice, Variant } from './run-rounds.ts';

/** What one run of a program measured, by stage. */
export type Stages = ReadonlyMap<string, Slice>;

/**
 * A variant for each stage of a program that measures all of them in one run: the first runs it, the others take their
 * part of what it said.
 */
export function stagedVariants(
  stages: readonly string[],
  { prefix, measure }: { readonly prefix: string; readonly measure: () => Promise<Stages> },
): readonly Variant[] {
  let last: Stages = new Map();
  return stages.map((stage, index) => ({
    name: stageName(prefix, stage),
    measure: async () => {
      if (index === 0) last = await measure();
      const slice = last.get(stage);
      if (slice === undefined) throw new Error(`${prefix} has no stage ${stage}`);
      return slice;
    },
  }));
}

/** Name of the variant of a stage. */
export function stageName(prefix: string, stage: string): string {
  return `${prefix}: ${stage}`;
}
