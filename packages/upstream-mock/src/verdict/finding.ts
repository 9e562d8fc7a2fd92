import type { Attempt } from '../records/exchange.ts';

/** Errors with their usual advice, most serious first: money, work or a secret is lost, or will be [mock.verdict]. */
const errors = {
  'paid-twice':
    'after a lost or unclear response, search for the job by a key or in a list before you send it again',
  'paid-again':
    'after a lost or unclear response, settle its job before you send anything in its place: another key, account, provider or prompt is paid for again',
  'lost-film': 'after a lost or unclear response, search for the job by a key or in a list',
  'missing-job':
    'check the base URL and the key of the client, and that it sends every submission to this space',
  'believed-a-500':
    'a 5xx, a timeout or a broken response is no refusal: treat the outcome as unknown until a search settles it',
  'kept-bad-bytes':
    'compare length and type, decode the file, and download it again if it is incomplete',
  'gave-up':
    'keep polling until the job has ended, also after a restart: your own deadline does not end it',
  'key-reused': 'use a new key for each piece of work, and reuse it only for retries of that work',
  'leaked-credential': 'send it in a header: URLs are logged in transit',
  'followed-to-private':
    'check each URL by the addresses of its host, redirects too, and allow no private one except your base URL',
  'wrong-account':
    'store with each job the account it was submitted with, and read it with that one',
};

/** Warnings with their usual advice, most serious first: a provider will not tolerate it. */
const warnings = {
  'used-expired-url': 'read the job again for a new link, and do not store links',
  'retried-for-good': 'report the refusal to a person: the same submission will be refused again',
  'ignored-retry-after':
    'wait for the time of Retry-After with all submissions of the account, and with all reads of the job',
  'over-concurrency':
    'hold back all submissions of an account after this refusal, as long as Retry-After says',
  'polled-too-fast': 'wait between status reads for a second, or as long as the provider says',
  'polled-after-end': 'stop polling at the first final state',
};

const hints = { ...errors, ...warnings };
export type FindingCode = keyof typeof hints;

/** Codes of findings, most serious first. */
export const findingCodes = Object.keys(hints).filter((code): code is FindingCode =>
  Object.hasOwn(hints, code),
);

/** Codes of results that are never findings. */
const undecidedCodes = ['nothing-seen', 'still-open', 'rule-unused'] as const;
export type VerdictCode = FindingCode | (typeof undecidedCodes)[number];

/** Every code of a verdict. */
export const verdictCodes = [...findingCodes, ...undecidedCodes];

/** Causes: the client, the provider, an API that offers no way to look for a job, the test itself. */
export const causes = ['client', 'provider', 'wire', 'test'] as const;
export type Cause = (typeof causes)[number];

/** A request that shows a finding. */
export interface Evidence {
  /** Id of its journal entry. */
  readonly request: number;
  /** By the mock's clock, ISO 8601; absent, like the others, if the journal has dropped the entry. */
  readonly at?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
}

/** Something that went wrong, with its cause and evidence. */
export interface Finding {
  readonly code: FindingCode;
  readonly by: Cause;
  /** `error`: money, work or a secret is lost, or will be; `warning`: a provider will not tolerate it. */
  readonly severity: 'error' | 'warning';
  /** True if the requests make it probable, and prove nothing. */
  readonly likely?: true | undefined;
  /** Null if it is about no piece of work. */
  readonly logical_key: string | null;
  /** Job ids. */
  readonly jobs: readonly string[];
  /** Credits paid in vain; no credit is in two findings. */
  readonly credits_wasted: number;
  readonly evidence: readonly Evidence[];
  readonly why: string;
  /** Advice for fixing the client. */
  readonly hint: string;
}

/** A finding whose evidence are ids of journal entries. */
export type FoundFinding = Omit<Finding, 'evidence'> & { readonly evidence: readonly number[] };

/** A result that the mock cannot decide from what it saw, or not yet. */
export interface Undecided {
  readonly code: VerdictCode;
  readonly by: Cause;
  /** Null if it is about no piece of work. */
  readonly logical_key: string | null;
  readonly why: string;
  /** Time at which the job ends, by the mock's clock, ISO 8601; absent if it is about no open job. */
  readonly ends_at?: string | undefined;
}

/** Creates a finding of the client with the usual advice of its code, unless another cause or advice is given. */
export function finding(
  code: FindingCode,
  {
    hint = hints[code],
    ...given
  }: Pick<Finding, 'why'> &
    Partial<Omit<FoundFinding, 'code' | 'severity' | 'hint'>> & {
      readonly hint?: string | undefined;
    },
): FoundFinding {
  return {
    code,
    by: 'client',
    severity: Object.hasOwn(errors, code) ? 'error' : 'warning',
    logical_key: null,
    jobs: [],
    credits_wasted: 0,
    hint,
    ...given,
    // Nobody can look up exchanges from before the process began.
    evidence: [...new Set(given.evidence)].filter((entry) => entry > 0),
  };
}

/** Key, jobs and requests of submissions of one piece of work. */
export function about(...attempts: readonly Attempt[]) {
  return {
    logical_key: attempts[0]?.key ?? null,
    jobs: attempts.flatMap(({ job }) => job?.id ?? []),
    evidence: attempts.map(({ entry }) => entry),
  };
}
