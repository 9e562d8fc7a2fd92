import { type AnswerRule, answerRule as rule } from '../mechanics/answer-rule.ts';
import { createFailureAnswers } from '../mechanics/failure-answers.ts';
import { transportRules } from '../mechanics/transport-failure.ts';
import type { FailureKind } from './failure.ts';

/** Status and code of every failure [local.errors.table]. */
export const failureRules: { readonly [K in FailureKind]: AnswerRule } = {
  ...transportRules,
  'foreign-origin': rule(403, 'foreign_origin'),
  'foreign-host': rule(403, 'foreign_host'),
  'model-required': rule(400, 'model_required'),
  'model-invalid': rule(400, 'model_invalid'),
  'prompt-required': rule(400, 'prompt_required'),
  'reference-invalid': rule(400, 'reference_invalid'),
  'content-rejected': rule(400, 'content_rejected'),
  'request-rejected': rule(400, 'request_rejected'),
  'account-token-invalid': rule(401, 'upstream_account_token_invalid'),
  'account-forbidden': rule(403, 'account_forbidden'),
  'credits-exhausted': rule(429, 'account_quota_exhausted', 'never'),
  'credits-reserved': rule(429, 'account_quota_exhausted', 'later'),
  'concurrency-limited': rule(429, 'concurrency_limited', 'later'),
  'allowance-exhausted': rule(429, 'storage_allowance_exhausted', 'never'),
  'generation-failed': rule(502, 'generation_failed'),
  'result-invalid': rule(502, 'result_invalid'),
  'outcome-unknown': rule(502, 'outcome_unknown', 'never'),
  'upstream-unavailable': rule(503, 'upstream_unavailable', 'later'),
  'storage-unavailable': rule(503, 'storage_unavailable', 'later'),
  draining: rule(503, 'draining', 'later'),
  'generation-timeout': rule(504, 'generation_timeout', 'never'),
};

export const { failureBody, failureHeaders, sendFailure } =
  createFailureAnswers<FailureKind>(failureRules);
