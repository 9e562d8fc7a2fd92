import { z } from 'zod';
import type { JsonResponse, ReadRefusal, RefusalRule } from '../engine/provider-description.ts';
import type { Dialect } from './dialect.ts';

type Kind = RefusalRule['kind'];
type Scope = RefusalRule['scope'];
type Row = readonly [status: number, code: string | null, kind: Kind, scope: Scope];

const codeSchema = z.union([z.string().min(1), z.number()]);
const errorSchema = z.object({
  error: z.union([
    z.object({ message: z.string(), type: z.string().nullish(), code: codeSchema }),
    z.object({ message: z.string(), type: z.string().min(1), code: z.null().optional() }),
  ]),
});
const detailSchema = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string() })).min(1)]),
});

/**
 * The two shapes servers of this protocol refuse in: `{error: {message, type, code}}` of OpenAI, and `{detail}` of FastAPI,
 * which has no code.
 */
export function readRefusal({ body }: Pick<JsonResponse, 'body'>): ReadRefusal | undefined {
  const { data: shaped } = errorSchema.safeParse(body);
  if (shaped !== undefined) {
    const { code, type, message } = shaped.error;
    return { code: String(code ?? type), message };
  }
  const { data: plain } = detailSchema.safeParse(body);
  if (plain === undefined) return undefined;
  const { detail } = plain;
  const message = typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; ');
  return { code: null, message };
}

const openAi =
  'openai npm 7.57.0, src/resources/videos.ts and src/error.ts; OpenAI API reference, Error codes';
const standardRows: readonly Row[] = [
  [400, null, 'invalid', 'request'],
  [400, 'content_policy_violation', 'policy', 'request'],
  [400, 'moderation_blocked', 'policy', 'request'],
  [401, null, 'login', 'account'],
  [402, null, 'credits', 'account'],
  [403, null, 'forbidden', 'account'],
  [404, null, 'forbidden', 'model'],
  [405, null, 'invalid', 'request'],
  [413, null, 'invalid', 'request'],
  [415, null, 'invalid', 'request'],
  [422, null, 'invalid', 'request'],
  [429, 'rate_limit_exceeded', 'rate_limited', 'account'],
  [429, 'insufficient_quota', 'credits', 'account'],
  [429, 'credit_balance_exhausted', 'credits', 'account'],
  [429, 'organization_spend_limit_exceeded', 'credits', 'account'],
  [429, 'project_spend_limit_exceeded', 'credits', 'account'],
];

const filmgate = 'docs/errors.md, Video Task API: a creation refused with a 4xx stores nothing';
const beforeAcceptance = 'docs/errors.md, Video Task API: judged before a task is stored';
const filmgateRows: readonly Row[] = [
  [400, 'model_invalid', 'forbidden', 'model'],
  [400, 'payload_invalid', 'invalid', 'request'],
  [400, 'idempotency_key_invalid', 'invalid', 'request'],
  [401, 'api_key_invalid', 'login', 'account'],
  [401, 'api_key_required', 'login', 'account'],
  [404, 'route_not_found', 'unavailable', 'provider'],
  [405, 'method_not_allowed', 'unavailable', 'provider'],
  [409, 'trae_credits_exhausted', 'credits', 'account'],
  [409, 'trae_protocol_account_unavailable', 'unavailable', 'model'],
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
  [503, 'overloaded', 'unavailable', 'provider'],
  [503, 'trae_credits_settlement_pending', 'unavailable', 'account'],
  [503, 'trae_credits_unavailable', 'unavailable', 'account'],
];

/** What proves that nothing was accepted, by whose words they are. */
export function refusalsOf({ like }: Dialect): readonly RefusalRule[] {
  const read = '2026-11-22';
  if (like === 'standard')
    return standardRows.map(([status, code, kind, scope]) => ({
      status,
      code,
      kind,
      scope,
      source: openAi,
      read,
    }));
  return filmgateRows.map(([status, code, kind, scope]) => {
    const source = status === 503 ? beforeAcceptance : filmgate;
    return { status, code, kind, scope, source, read };
  });
}
