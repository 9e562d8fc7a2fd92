import type { Overview } from '../../api/responses.ts';

type FamilyWait = Overview['waiting']['families'][number];

/** Accounts a job was never meant for. */
const besideThePoint: ReadonlySet<string> = new Set([
  'family-not-served',
  'no-route',
  'not-the-one-asked-for',
]);

/** The reasons worth telling: that others do not serve the family matters only where no account does. */
export function helpfulReasons({ reasons }: Pick<FamilyWait, 'reasons'>): FamilyWait['reasons'] {
  const helpful = reasons.filter(({ reason }) => !besideThePoint.has(reason));
  return helpful.length > 0 ? helpful : reasons;
}
