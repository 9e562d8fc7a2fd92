import type { Overview } from '../../api/responses.ts';

type FamilyWait = Overview['waiting']['families'][number];

/** Reasons of accounts that a job was not meant for. */
const besideThePoint: ReadonlySet<string> = new Set([
  'family-not-served',
  'no-route',
  'not-the-one-asked-for',
]);

/** Reasons worth showing: "does not serve the family" matters only when no account serves it. */
export function helpfulReasons({ reasons }: Pick<FamilyWait, 'reasons'>): FamilyWait['reasons'] {
  const helpful = reasons.filter(({ reason }) => !besideThePoint.has(reason));
  return helpful.length > 0 ? helpful : reasons;
}
