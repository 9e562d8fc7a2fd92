/** How a failure is answered. */
export interface AnswerRule {
  readonly status: number;
  readonly code: string;
  /**
   * `never`: told not to retry; `later`: told when, by the failure itself or after the usual time; `as-is`: nothing is said.
   */
  readonly retry: 'never' | 'later' | 'as-is';
  /** Headers each such answer has; lower-case names. */
  readonly headers?: { readonly [name: string]: string };
}

/** A rule; nothing is said about retrying unless it says so. */
export function answerRule(
  status: number,
  code: string,
  retry: AnswerRule['retry'] = 'as-is',
): AnswerRule {
  return { status, code, retry };
}

/** 401 for a credential of ours that is missing or wrong, with the challenge it must have (RFC 9110 §11.6.1). */
export function challengeRule(code: string): AnswerRule {
  return { ...answerRule(401, code), headers: { 'www-authenticate': 'Bearer' } };
}

/** What one failure says about trying again. */
export interface RetryHints {
  /** When trying again may help, ms from now; absent where the kind has a usual time, null where waiting does not help. */
  readonly retryAfterMs?: number | null;
  /** The same call again might pay twice: clients are told not to. */
  readonly unsafeToRetry?: boolean;
}

/** `Retry-After` where a failure does not say, and its bounds, in seconds [errors.retry-after]. */
const usualRetrySeconds = 5;
const longestRetrySeconds = 60;

/** `Retry-After`, or the word that stops the retries of the `openai` package; lower-case names. */
export function retryHeaders(
  { retry }: AnswerRule,
  { retryAfterMs, unsafeToRetry }: RetryHints,
): { readonly [name: string]: string } {
  if (retry === 'never' || unsafeToRetry === true) return { 'x-should-retry': 'false' };
  if (retry === 'as-is' || retryAfterMs === null) return {};
  const seconds = retryAfterMs === undefined ? usualRetrySeconds : Math.ceil(retryAfterMs / 1000);
  return { 'retry-after': String(Math.min(longestRetrySeconds, Math.max(1, seconds))) };
}
