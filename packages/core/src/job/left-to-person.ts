import type { TrailStory } from './trail-step.ts';

/** Reasons why an unknown outcome is left to a person. */
export const reasonsForPerson = [
  /** The store lost the name under which it was sent. */
  'name-lost',
  /** Its provider has no search that could find it, or its account is gone. */
  'not-searchable',
  /** Its provider denies the work that it accepted. */
  'denied',
  /** Its provider shows nothing of it to a secret other than the one it was sent with. */
  'other-secret',
  /** Several pieces of work fit. */
  'several',
  /** Its provider shows no such work, and may have forgotten it. */
  'forgotten',
  /** Several pieces of work carry its own name: its provider made more than was ordered. */
  'doubled',
] as const;

/** Reason reported to a person for a job that is left to them. */
export interface LeftToPerson {
  readonly because: (typeof reasonsForPerson)[number];
  /** Number of pieces of work that fit; only of `several` and `doubled`. */
  readonly candidates?: number;
}

/** Steps that say nothing new about the fate of the work. */
const beside: ReadonlySet<string> = new Set(['read-failed', 'doubted', 'slot-given-up']);

/** Returns true if the trail says already that the job is left to a person for this reason, and nothing else since. */
export function isReportedAlready(
  trail: readonly Pick<TrailStory, 'what' | 'detail'>[],
  { because, candidates }: LeftToPerson,
): boolean {
  const last = trail.findLast(({ what }) => !beside.has(what));
  return (
    last?.what === 'needs-ruling' &&
    last.detail['because'] === because &&
    last.detail['candidates'] === candidates
  );
}
