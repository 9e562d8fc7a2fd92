/** What a client can be found guilty of, the gravest first [mock.verdict]. */
export const findingCodes = [
  'paid-twice',
  'lost-film',
  'believed-a-500',
  'kept-bad-bytes',
  'gave-up',
  'key-reused',
  'leaked-credential',
  'followed-to-private',
  'wrong-account',
  'used-expired-url',
  'retried-for-good',
  'ignored-retry-after',
  'over-concurrency',
  'polled-too-fast',
  'polled-after-end',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** One thing a client did wrong, with what shows it. */
export interface Finding {
  readonly code: FindingCode;
  /** `error`: money, work or a secret is lost, or will be; `warning`: a provider will not put up with it. */
  readonly severity: 'error' | 'warning';
  /** Null where it is about no piece of work. */
  readonly logical_key: string | null;
  /** Ids. */
  readonly jobs: readonly string[];
  /** What was paid for nothing; no credit is in two findings. */
  readonly credits_wasted: number;
  /** Ids of the journal. */
  readonly requestHistory: readonly number[];
  readonly why: string;
  /** How to mend it. */
  readonly hint: string;
}

/** What the mock cannot tell by what it saw. */
export interface Unknown {
  readonly code: FindingCode;
  readonly logical_key: string;
  readonly why: string;
}

const firstWarning = findingCodes.indexOf('used-expired-url');

/** A finding. Exchanges from before the process began are no evidence that could be looked up. */
export function finding(code: FindingCode, given: Omit<Finding, 'code' | 'severity'>): Finding {
  const severity = findingCodes.indexOf(code) < firstWarning ? 'error' : 'warning';
  const requestHistory = [...new Set(given.requestHistory)].filter((entry) => entry > 0);
  return { code, severity, ...given, requestHistory };
}
