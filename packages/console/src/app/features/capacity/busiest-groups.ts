import type { Sample } from '../../api/responses.ts';

/** What one family or one account had busy, for each step; null where that is not known. */
export interface BusyGroup {
  readonly id: string;
  readonly values: readonly (number | null)[];
}

/** More lines than this cannot be told apart. */
export const mostGroups = 8;

/**
 * Families or accounts by how busy they were over all steps, the busiest first. Those that never were busy come last, in
 * the order of the server.
 */
export function groupsByLoad(steps: readonly (Sample | undefined)[]): readonly BusyGroup[] {
  const ids = new Set(steps.flatMap((step) => step?.groups.map(({ id }) => id) ?? []));
  const byStep = steps.map((step) => new Map(step?.groups.map(({ id, busy }) => [id, busy])));
  return [...ids]
    .map((id) => ({ id, values: byStep.map((groups) => groups.get(id) ?? null) }))
    .toSorted((one, other) => sumOf(other) - sumOf(one));
}

function sumOf({ values }: BusyGroup): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
