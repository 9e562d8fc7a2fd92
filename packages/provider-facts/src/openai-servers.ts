import type { RefusalProof } from './provider-facts.ts';

/** Errors of servers in the form of OpenAI's videos API that prove a refusal. */
export interface ServerRefusals {
  readonly source: string;
  /** Day the source was read. */
  readonly read: string;
  readonly rows: readonly (readonly [
    status: number,
    code: string,
    kind: RefusalProof['kind'],
    scope: RefusalProof['scope'],
  ])[];
}

export const liteLlmRefusals: ServerRefusals = {
  source:
    'LiteLLM, github.com/BerriAI/litellm: litellm/exceptions.py; litellm/proxy: auth/auth_exception_handler.py, hooks/parallel_request_limiter_v3.py',
  read: '2026-11-29',
  rows: [
    [400, 'budget_exceeded', 'credits', 'account'],
    [429, 'throttling_error', 'rate_limited', 'account'],
    [429, 'None', 'rate_limited', 'account'],
  ],
};

export const newApiRefusals: ServerRefusals = {
  source:
    'new-api, github.com/QuantumNous/new-api: middleware/utils.go, middleware/distributor.go, relay/relay_task.go',
  read: '2026-11-29',
  rows: [
    [403, 'insufficient_user_quota', 'credits', 'account'],
    [403, 'pre_consume_token_quota_failed', 'credits', 'account'],
    [413, 'read_request_body_failed', 'invalid', 'request'],
    [429, 'new_api_error', 'rate_limited', 'account'],
    [503, 'model_not_found', 'unavailable', 'model'],
  ],
};

export const filmgateRefusals: readonly ServerRefusals[] = [
  {
    source: 'docs/errors.md, Video Task API: a creation refused with a 4xx stores nothing',
    read: '2026-11-22',
    rows: [
      [400, 'model_invalid', 'forbidden', 'model'],
      [400, 'payload_invalid', 'invalid', 'request'],
      [400, 'idempotency_key_invalid', 'invalid', 'request'],
      [401, 'api_key_invalid', 'login', 'account'],
      [401, 'api_key_required', 'login', 'account'],
      [404, 'route_not_found', 'unavailable', 'endpoint'],
      [405, 'method_not_allowed', 'unavailable', 'endpoint'],
      [409, 'trae_credits_exhausted', 'credits', 'account'],
      [409, 'trae_protocol_account_unavailable', 'unavailable', 'model'],
      [410, 'model_retired', 'forbidden', 'model'],
      [413, 'payload_invalid', 'invalid', 'request'],
      [415, 'payload_invalid', 'invalid', 'request'],
      [429, 'api_user_total_limit_exhausted', 'credits', 'account'],
      [429, 'credentials_throttled', 'login', 'account'],
      [429, 'open_jobs_limit_reached', 'concurrency', 'account'],
      [429, 'queue_share_exhausted', 'concurrency', 'account'],
      [429, 'rate_limited', 'rate_limited', 'account'],
      [429, 'references_limit_reached', 'rate_limited', 'account'],
      [429, 'storage_allowance_exhausted', 'unavailable', 'account'],
      [429, 'too_many_requests', 'rate_limited', 'account'],
      [431, 'headers_too_large', 'invalid', 'request'],
    ],
  },
  {
    source: 'docs/errors.md, Video Task API: checked before a task is stored',
    read: '2026-11-22',
    rows: [
      [503, 'overloaded', 'unavailable', 'endpoint'],
      [503, 'trae_credits_settlement_pending', 'unavailable', 'account'],
      [503, 'trae_credits_unavailable', 'unavailable', 'account'],
    ],
  },
];
