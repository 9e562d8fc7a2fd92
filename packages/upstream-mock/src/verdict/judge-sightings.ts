import type { Evidence } from '../evidence/evidence.ts';
import { type Finding, finding } from './finding.ts';

/** What was seen at single requests, whatever work they were about. */
export function sightingFindings(evidence: Evidence): readonly Finding[] {
  return [
    ...leaks(evidence),
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
  return [...evidence.staleLinks.all()]
    .filter(([, { count }]) => count > 1)
    .map(([link, { count, entries }]) => {
      const [job = ''] = link.split(' ', 1);
      return finding('used-expired-url', {
        ...ofJob(evidence, job),
        evidence: entries,
        why: `a link was used ${count} times after its end: the client went on with it though it was told so`,
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
