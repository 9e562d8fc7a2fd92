import type { SeenRead } from '../records/read-history.ts';
import type { RequestHistory } from '../records/request-history.ts';
import { type FindingCode, type FoundFinding, finding } from './finding.ts';
import { times } from './print-verdict.ts';

/** Requests that the history counts by their subject. */
interface SeenFault {
  readonly code: FindingCode;
  readonly seen: (history: RequestHistory) => {
    all(): Iterable<readonly [subject: string, seen: SeenRead]>;
  };
  /** True if the subject begins with the id of a job. */
  readonly isOfJob: boolean;
  readonly why: (count: number, subject: string) => string;
  readonly hint?: string;
}

const seenFaults: readonly SeenFault[] = [
  {
    code: 'leaked-credential',
    seen: ({ urlKeys }) => urlKeys,
    isOfJob: false,
    why: (count, wire) => `a credential was in the URL of ${count} requests to ${wire}`,
  },
  {
    code: 'leaked-credential',
    seen: ({ redirectKeys }) => redirectKeys,
    isOfJob: true,
    why: (count) => `${count} requests sent the credential to the other host of a redirect`,
    hint: 'follow redirects yourself, and send the credential only to its own host',
  },
  {
    code: 'followed-to-private',
    seen: ({ ssrfVisits }) => ssrfVisits,
    isOfJob: true,
    why: (count) => `the client followed a redirect to a private address ${times(count)}`,
  },
  {
    code: 'wrong-account',
    seen: ({ foreignReads }) => foreignReads,
    isOfJob: true,
    why: (count) => `requested ${times(count)} with the key of another account`,
  },
  {
    code: 'used-expired-url',
    seen: ({ staleLinks }) => staleLinks,
    isOfJob: true,
    // The first of these uses reported the expiry.
    why: (count) =>
      `an expired link was used again ${times(count - 1)} after a response said that it had expired`,
  },
  {
    code: 'over-concurrency',
    seen: ({ concurrency }) => concurrency,
    isOfJob: false,
    why: (count) =>
      `${count} submissions were sent and refused while their account knew that all its slots were in use`,
  },
];

/** Findings about single requests, whatever work they were about. */
export function readFindings(history: RequestHistory): readonly FoundFinding[] {
  return seenFaults.flatMap(({ code, seen, isOfJob, why, hint }) =>
    [...seen(history).all()].map(([subject, { count, entries: evidence }]) => {
      const [job = ''] = subject.split(' ', 1);
      const ofJob = isOfJob && { logical_key: history.ofJob(job)?.key ?? null, jobs: [job] };
      return finding(code, { ...ofJob, evidence, why: why(count, subject), hint });
    }),
  );
}
