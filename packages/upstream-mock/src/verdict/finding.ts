/** Codes of findings, most serious first [mock.verdict]. */
export const findingCodes = [
  'paid-twice',
  'paid-again',
  'missing-job',
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
  'nothing-seen',
  'still-open',
  'rule-unused',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** One fault of a client, with its evidence. */
export interface Finding {
  readonly code: FindingCode;
  /** `error`: money, work or a secret is lost, or will be; `warning`: a provider will not tolerate it. */
  readonly by: 'client' | 'provider' | 'wire' | 'test';
  readonly severity: 'error' | 'warning';
  /** Null if it is about no piece of work. */
  readonly logical_key: string | null;
  /** Job ids. */
  readonly jobs: readonly string[];
  /** Credits paid in vain; no credit is in two findings. */
  readonly credits_wasted: number;
  /** Ids of journal entries. */
  readonly evidence: readonly number[];
  readonly why: string;
  /** Advice for fixing the client. */
  readonly hint: string;
}

/** A result that the mock cannot decide from what it saw. */
export interface Unknown {
  readonly code: FindingCode;
  readonly logical_key: string;
  readonly why: string;
}

const firstWarning = findingCodes.indexOf('used-expired-url');

/** Creates a finding. Exchanges from before the process began are no evidence, because nobody can look them up. */
export function finding(
  code: FindingCode,
  given: Omit<Finding, 'code' | 'severity' | 'by'>,
): Finding {
  const severity = findingCodes.indexOf(code) < firstWarning ? 'error' : 'warning';
  const evidence = [...new Set(given.evidence)].filter((entry) => entry > 0);
  return { code, by: 'client', severity, ...given, evidence };
}

export type VerdictCode = FindingCode;
export const verdictCodes = findingCodes;
export type Cause = Finding['by'];
