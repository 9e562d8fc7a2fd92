import type { FinalJobState, JobOrigin } from '@filmgate/core';

/** Stored in the database: a number never changes its meaning. */
const originNumbers: { readonly [O in JobOrigin]: number } = {
  tasks: 0,
  native: 1,
  local: 2,
  workbench: 3,
};

/** Likewise. */
const stateNumbers: { readonly [S in FinalJobState]: number } = { completed: 0, failed: 1 };

/** The number of the partition that has an owner's finished jobs of one origin and final state; the column `shelf`. */
export function partitionOf(origin: JobOrigin, state: FinalJobState): number {
  return originNumbers[origin] * Object.keys(stateNumbers).length + stateNumbers[state];
}

/** The partitions in which jobs of this origin (null = any) and these states may be. */
export function partitionsOf(
  origin: JobOrigin | null,
  states: readonly FinalJobState[],
): readonly number[] {
  const origins: readonly JobOrigin[] =
    origin === null ? ['tasks', 'native', 'local', 'workbench'] : [origin];
  return origins.flatMap((one) => states.map((state) => partitionOf(one, state)));
}
