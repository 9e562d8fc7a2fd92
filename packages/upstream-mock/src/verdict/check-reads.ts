import type { RequestHistory } from '../records/request-history.ts';
import { type FoundFinding, finding, type Undecided } from './finding.ts';

/** Findings about single requests, whatever work they were about. */
export function readFindings(requestHistory: RequestHistory): readonly FoundFinding[] {
  return [
    ...leaks(requestHistory),
    ...redirectedKeys(requestHistory),
    ...ssrfVisits(requestHistory),
    ...foreignReads(requestHistory),
    ...staleLinks(requestHistory),
    ...concurrency(requestHistory),
  ];
}

function ofJob(requestHistory: RequestHistory, job: string) {
  return { logical_key: requestHistory.ofJob(job)?.key ?? null, jobs: [job] };
}

/** A credential in a URL [mock.verdict.leaked-credential]. */
function leaks({ urlKeys }: RequestHistory): readonly FoundFinding[] {
  return [...urlKeys.all()].map(([wire, { count, entries }]) =>
    finding('leaked-credential', {
      evidence: entries,
      why: `a credential was in the URL of ${count} requests to ${wire}`,
    }),
  );
}

/** A credential sent to the host of a redirect [mock.verdict.leaked-credential]. */
function redirectedKeys(requestHistory: RequestHistory): readonly FoundFinding[] {
  return [...requestHistory.redirectKeys.all()].map(([job, { count, entries }]) =>
    finding('leaked-credential', {
      ...ofJob(requestHistory, job),
      evidence: entries,
      why: `${count} requests sent the credential to the other host of a redirect`,
      hint: 'follow redirects yourself, and send the credential only to its own host',
    }),
  );
}

/** A private address requested because of a redirect [mock.verdict.followed-to-private]. */
function ssrfVisits(requestHistory: RequestHistory): readonly FoundFinding[] {
  return [...requestHistory.ssrfVisits.all()].map(([job, { count, entries }]) =>
    finding('followed-to-private', {
      ...ofJob(requestHistory, job),
      evidence: entries,
      why: `the client followed a redirect to a private address ${count} times`,
    }),
  );
}

/** Redirects to an address where the mock cannot see requests [mock.verdict.followed-to-private]. */
export function unseenRedirects(requestHistory: RequestHistory): readonly Undecided[] {
  return [...requestHistory.unseen.all()].map(([job]) => ({
    code: 'followed-to-private',
    by: 'client',
    logical_key: requestHistory.ofJob(job)?.key ?? job,
    why: 'a redirect led to a private address where the mock cannot see requests',
  }));
}

/** A job requested with the key of another account [mock.verdict.wrong-account]. */
function foreignReads(requestHistory: RequestHistory): readonly FoundFinding[] {
  return [...requestHistory.foreignReads.all()].map(([job, { count, entries }]) =>
    finding('wrong-account', {
      ...ofJob(requestHistory, job),
      evidence: entries,
      why: `requested ${count} times with the key of another account`,
    }),
  );
}

/** A link used again after a response said that it had expired [mock.verdict.used-expired-url]. */
function staleLinks(requestHistory: RequestHistory): readonly FoundFinding[] {
  return [...requestHistory.staleLinks.all()].map(([link, { count, entries }]) => {
    const [job = ''] = link.split(' ', 1);
    const times = count === 2 ? 'once' : `${count - 1} times`;
    return finding('used-expired-url', {
      ...ofJob(requestHistory, job),
      evidence: entries,
      why: `an expired link was used again ${times} after a response said that it had expired`,
    });
  });
}

/** Submissions of an account that knew that all its slots were in use [mock.verdict.over-concurrency]. */
function concurrency(requestHistory: RequestHistory): readonly FoundFinding[] {
  return [...requestHistory.concurrency.all()].map(([, { count, entries }]) =>
    finding('over-concurrency', {
      evidence: entries,
      why: `${count} submissions were sent and refused while their account knew that all its slots were in use`,
    }),
  );
}
