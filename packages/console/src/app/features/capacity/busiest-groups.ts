import type { Sample } from '../../api/responses.ts';

/** Busy slots of one family or account for each step; null where unknown. */
export interface BusyGroup {
  readonly id: string;
  readonly values: readonly (number | null)[];
}

/** Maximum lines that can be distinguished. */
export const mostGroups = 8;

/**
 * Families or accounts by busy slots over all steps, the busiest first. Groups that were never busy come last, in the
 * server's order.
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
