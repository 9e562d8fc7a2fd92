import type { AcceptedAttempt, Attempt } from './exchange.ts';

/** Maximum consecutive refused submissions of one key kept in full; of others only those with new content. */
const remembered = 100;

/** Of a long run of equal refused submissions, the first ones and the latest are kept. */
export function earlierOf(latest: Attempt | null): Attempt | null {
  let refused = 0;
  for (
    let at = latest;
    at !== null && at.truth !== 'accepted' && refused < remembered;
    at = at.earlier
  )
    refused += 1;
  const isOneOfMany = refused === remembered && latest?.content === latest?.earlier?.content;
  return isOneOfMany ? (latest?.earlier ?? null) : latest;
}

/** All attempts up to the latest, oldest first. */
export function upTo(latest: Attempt | null): readonly Attempt[] {
  const attempts: Attempt[] = [];
  for (let at = latest; at !== null; at = at.earlier) attempts.push(at);
  return attempts.toReversed();
}

export function isAccepted(attempt: Attempt): attempt is AcceptedAttempt {
  return attempt.truth === 'accepted' && attempt.job !== null;
}
