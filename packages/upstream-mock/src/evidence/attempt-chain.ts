import type { AcceptedAttempt, Attempt } from './exchange.ts';

/** Refused submissions in a row of one key that are remembered one by one; of others only those that ask for something else. */
const remembered = 100;

/** Of a long row of equal refused submissions the first are kept, and the one that came last. */
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

/** All up to the latest, the first first. */
export function upTo(latest: Attempt | null): readonly Attempt[] {
  const attempts: Attempt[] = [];
  for (let at = latest; at !== null; at = at.earlier) attempts.push(at);
  return attempts.toReversed();
}

export function isAccepted(attempt: Attempt): attempt is AcceptedAttempt {
  return attempt.truth === 'accepted' && attempt.job !== null;
}
