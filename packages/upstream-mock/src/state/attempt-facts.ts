import { isAccepted } from '../records/attempt-chain.ts';
import type { RequestHistory } from '../records/request-history.ts';
import type { Attempt } from '../records/exchange.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';

/**
 * The submissions of a space as facts: jobs in order of acceptance, and the attempts of each key in theirs. Those that
 * were not accepted are in no ledger file unless a snapshot was restored into it, so that a client that is refused
 * forever does not fill a disk.
 */
export function* attemptFacts(requestHistory: RequestHistory): Iterable<LedgerFact> {
  for (const { job, key, number, means, downloads, earlier } of requestHistory.accepted) {
    const { id } = job;
    yield* unaccepted(earlier);
    yield { fact: 'accepted', job, key, attempt: number };
    if (means === 'accepted') yield { fact: 'answered', id };
    for (let time = 0; time < downloads; time += 1) yield { fact: 'downloaded', id };
  }
  for (const [, attempts] of requestHistory.histories()) yield* unaccepted(attempts.at(-1) ?? null);
}

/** Attempts since the last acceptance, oldest first. */
function unaccepted(latest: Attempt | null): readonly LedgerFact[] {
  const facts: LedgerFact[] = [];
  for (let at = latest; at !== null && !isAccepted(at); at = at.earlier) facts.push(factOf(at));
  return facts.toReversed();
}

function factOf({ key, number, account, content, truth, means, job }: Attempt): LedgerFact {
  const attempt = { key, attempt: number, account, content, truth, means };
  return { fact: 'attempted', ...attempt, ...(job !== null && { id: job.id }) };
}
