import type { TrailStory } from './trail-step.ts';

/** Why an unknown outcome is left to a person. */
export const reasonsForPerson = [
  /** The store lost under what name it was sent. */
  'name-lost',
  /** Its provider has no search that could find it, or its account is gone. */
  'not-searchable',
  /** Its provider denies the work that it accepted. */
  'denied',
  /** Its provider shows nothing of it to another secret than it was sent with. */
  'other-secret',
  /** Several pieces of work fit. */
  'several',
  /** Its provider shows no such work, and may have forgotten it. */
  'forgotten',
  /** Several pieces of work carry its own name: its provider made more than was ordered. */
  'doubled',
] as const;

/** What a person is told of a job that is left to them. */
export interface LeftToPerson {
  readonly because: (typeof reasonsForPerson)[number];
  /** How many pieces of work fit; only of `several` and `doubled`. */
  readonly candidates?: number;
}

/** Steps that say nothing new about what became of the work. */
const beside: ReadonlySet<string> = new Set(['read-failed', 'doubted', 'slot-given-up']);

/** Whether the trail says already that the job is left to a person for this reason, and nothing else since. */
export function isToldAlready(
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
