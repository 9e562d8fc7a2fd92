import type { Evidence } from '../evidence/evidence.ts';
import { type Finding, finding, type Unknown } from './finding.ts';

/** What was seen at single requests, whatever work they were about. */
export function sightingFindings(evidence: Evidence): readonly Finding[] {
  return [
    ...leaks(evidence),
    ...redirectedKeys(evidence),
    ...strayed(evidence),
    ...strangers(evidence),
    ...staleLinks(evidence),
    ...crowding(evidence),
  ];
}

const noWork = { logical_key: null, jobs: [], credits_wasted: 0 };

function ofJob(evidence: Evidence, job: string) {
  return { logical_key: evidence.ofJob(job)?.key ?? null, jobs: [job], credits_wasted: 0 };
}

/** A credential in a URL [mock.verdict.leaked-credential]. */
function leaks({ urlKeys }: Evidence): readonly Finding[] {
  return [...urlKeys.all()].map(([wire, { count, entries }]) =>
    finding('leaked-credential', {
      ...noWork,
      evidence: entries,
      why: `a credential stood in the URL of ${count} requests to ${wire}`,
      hint: 'send it in a header: URLs are written down on their way',
    }),
  );
}

/** A credential sent to the host that a redirect names [mock.verdict.leaked-credential]. */
function redirectedKeys(evidence: Evidence): readonly Finding[] {
  return [...evidence.redirectKeys.all()].map(([job, { count, entries }]) =>
    finding('leaked-credential', {
      ...ofJob(evidence, job),
      evidence: entries,
      why: `${count} requests took the credential along to the other host that a redirect named`,
      hint: 'follow redirects yourself, and send the credential to the host it belongs to alone',
    }),
  );
}

/** A private address asked because a redirect named it [mock.verdict.followed-to-private]. */
function strayed(evidence: Evidence): readonly Finding[] {
  return [...evidence.strayed.all()].map(([job, { count, entries }]) =>
    finding('followed-to-private', {
      ...ofJob(evidence, job),
      evidence: entries,
      why: `a redirect led to a private address, and the client asked it ${count} times`,
      hint: 'judge each URL by the addresses its host has, redirects too, and allow no private one but your own base URL',
    }),
  );
}

/** Of a redirect to where the mock does not see [mock.verdict.followed-to-private]. */
export function sightingUnknowns(evidence: Evidence): readonly Unknown[] {
  return [...evidence.unseen.all()].map(([job]) => ({
    code: 'followed-to-private',
    logical_key: evidence.ofJob(job)?.key ?? job,
    why: 'a redirect led to a private address where the mock cannot see whether the client asked it',
  }));
}

/** A job asked for with the key of another account [mock.verdict.wrong-account]. */
function strangers(evidence: Evidence): readonly Finding[] {
  return [...evidence.strangers.all()].map(([job, { count, entries }]) =>
    finding('wrong-account', {
      ...ofJob(evidence, job),
      evidence: entries,
      why: `asked for ${count} times with the key of another account than its own`,
      hint: 'keep with each job the account it was submitted with, and read it with that one',
    }),
  );
}

/** A link used on after it was answered that it had ended [mock.verdict.used-expired-url]. */
function staleLinks(evidence: Evidence): readonly Finding[] {
  return [...evidence.staleLinks.all()].map(([link, { count, entries }]) => {
    const [job = ''] = link.split(' ', 1);
    const times = count === 2 ? 'once' : `${count - 1} times`;
    return finding('used-expired-url', {
      ...ofJob(evidence, job),
      evidence: entries,
      why: `a link was used again ${times} after the client was told that it had ended`,
      hint: 'read the job again for a new link, and do not keep links',
    });
  });
}

/** Submissions of an account that had been told that its places were taken [mock.verdict.over-concurrency]. */
function crowding(evidence: Evidence): readonly Finding[] {
  return [...evidence.crowding.all()].map(([, { count, entries }]) =>
    finding('over-concurrency', {
      ...noWork,
      evidence: entries,
      why: `${count} submissions came, and were refused, while their account knew that all its places were taken`,
      hint: 'hold back all submissions of an account that is told so, as long as Retry-After says',
    }),
  );
}
