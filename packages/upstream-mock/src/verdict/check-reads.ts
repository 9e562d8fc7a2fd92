import type { RequestHistory } from '../evidence/request-history.ts';
import { type Finding, finding, type Unknown } from './finding.ts';

/** What was seen at single requests, whatever work they were about. */
export function readFindings(requestHistory: RequestHistory): readonly Finding[] {
  return [
    ...leaks(requestHistory),
    ...redirectedKeys(requestHistory),
    ...ssrfVisits(requestHistory),
    ...foreignReads(requestHistory),
    ...staleLinks(requestHistory),
    ...concurrency(requestHistory),
  ];
}

const noWork = { logical_key: null, jobs: [], credits_wasted: 0 };

function ofJob(requestHistory: RequestHistory, job: string) {
  return { logical_key: requestHistory.ofJob(job)?.key ?? null, jobs: [job], credits_wasted: 0 };
}

/** A credential in a URL [mock.verdict.leaked-credential]. */
function leaks({ urlKeys }: RequestHistory): readonly Finding[] {
  return [...urlKeys.all()].map(([wire, { count, entries }]) =>
    finding('leaked-credential', {
      ...noWork,
      requestHistory: entries,
      why: `a credential stood in the URL of ${count} requests to ${wire}`,
      hint: 'send it in a header: URLs are written down on their way',
    }),
  );
}

/** A credential sent to the host that a redirect names [mock.verdict.leaked-credential]. */
function redirectedKeys(requestHistory: RequestHistory): readonly Finding[] {
  return [...requestHistory.redirectKeys.all()].map(([job, { count, entries }]) =>
    finding('leaked-credential', {
      ...ofJob(requestHistory, job),
      requestHistory: entries,
      why: `${count} requests took the credential along to the other host that a redirect named`,
      hint: 'follow redirects yourself, and send the credential to the host it belongs to alone',
    }),
  );
}

/** A private address asked because a redirect named it [mock.verdict.followed-to-private]. */
function ssrfVisits(requestHistory: RequestHistory): readonly Finding[] {
  return [...requestHistory.ssrfVisits.all()].map(([job, { count, entries }]) =>
    finding('followed-to-private', {
      ...ofJob(requestHistory, job),
      requestHistory: entries,
      why: `a redirect led to a private address, and the client asked it ${count} times`,
      hint: 'judge each URL by the addresses its host has, redirects too, and allow no private one but your own base URL',
    }),
  );
}

/** Of a redirect to where the mock does not see [mock.verdict.followed-to-private]. */
export function readUnknowns(requestHistory: RequestHistory): readonly Unknown[] {
  return [...requestHistory.unseen.all()].map(([job]) => ({
    code: 'followed-to-private',
    logical_key: requestHistory.ofJob(job)?.key ?? job,
    why: 'a redirect led to a private address where the mock cannot see whether the client asked it',
  }));
}

/** A job asked for with the key of another account [mock.verdict.wrong-account]. */
function foreignReads(requestHistory: RequestHistory): readonly Finding[] {
  return [...requestHistory.foreignReads.all()].map(([job, { count, entries }]) =>
    finding('wrong-account', {
      ...ofJob(requestHistory, job),
      requestHistory: entries,
      why: `asked for ${count} times with the key of another account than its own`,
      hint: 'keep with each job the account it was submitted with, and read it with that one',
    }),
  );
}

/** A link used on after it was answered that it had ended [mock.verdict.used-expired-url]. */
function staleLinks(requestHistory: RequestHistory): readonly Finding[] {
  return [...requestHistory.staleLinks.all()].map(([link, { count, entries }]) => {
    const [job = ''] = link.split(' ', 1);
    const times = count === 2 ? 'once' : `${count - 1} times`;
    return finding('used-expired-url', {
      ...ofJob(requestHistory, job),
      requestHistory: entries,
      why: `a link was used again ${times} after the client was told that it had ended`,
      hint: 'read the job again for a new link, and do not keep links',
    });
  });
}

/** Submissions of an account that had been told that its places were taken [mock.verdict.over-concurrency]. */
function concurrency(requestHistory: RequestHistory): readonly Finding[] {
  return [...requestHistory.concurrency.all()].map(([, { count, entries }]) =>
    finding('over-concurrency', {
      ...noWork,
      requestHistory: entries,
      why: `${count} submissions came, and were refused, while their account knew that all its places were taken`,
      hint: 'hold back all submissions of an account that is told so, as long as Retry-After says',
    }),
  );
}
