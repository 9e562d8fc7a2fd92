import { openAiVideos } from '@filmgate/provider-facts';
import { z } from 'zod';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { JsonResponse, ReadRefusal, RefusalRule } from '../engine/provider-description.ts';
import { objectIn } from '../json/json-fields.ts';
import type { Dialect } from './dialect.ts';

type Kind = RefusalRule['kind'];
type Scope = RefusalRule['scope'];
type Row = readonly [status: number, code: string | null, kind: Kind, scope: Scope];

const codeSchema = z.union([z.string(), z.number()]).nullish();
const errorSchema = z.object({
  message: z.string(),
  type: z.string().nullish(),
  code: codeSchema,
});
const detailSchema = z.object({
  detail: z.union([z.string(), z.array(z.object({ msg: z.string() })).min(1)]),
});

/** Codes new-api sends flat before it passes a submission on. Its other flat codes may follow an accepted attempt. */
const flatCodes: readonly string[] = [
  'insufficient_user_quota',
  'pre_consume_token_quota_failed',
  'read_request_body_failed',
];
const flatSchema = z.object({ code: z.enum(flatCodes), message: z.string() });

/**
 * Reads the refusal shapes of this protocol's servers: `{error: {message, type, code}}` of OpenAI, the flat form with
 * `object: "error"` of vLLM and SGLang, `{detail}` of FastAPI, which has no code, and `{code, message}` of new-api.
 */
export function readRefusal({ body }: Pick<JsonResponse, 'body'>): ReadRefusal | undefined {
  const said = objectIn(body);
  const { data: shaped } = errorSchema.safeParse(
    said?.['object'] === 'error' ? said : said?.['error'],
  );
  const code = shaped === undefined ? undefined : machineCode(shaped);
  if (shaped !== undefined && code !== undefined) return { code, message: shaped.message };
  const { data: flat } = flatSchema.safeParse(body);
  if (flat !== undefined) return flat;
  const { data: plain } = detailSchema.safeParse(body);
  if (plain === undefined) return undefined;
  const { detail } = plain;
  const message = typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; ');
  return { code: null, message };
}

/** Returns the code, or the type if the code is missing or only repeats a status; undefined when both are missing. */
function machineCode({ code, type }: z.infer<typeof errorSchema>): string | undefined {
  const said = [String(code ?? ''), type ?? ''].filter((text) => text !== '');
  return said.find((text) => !/^[1-5]\d\d$/.test(text)) ?? said[0];
}

const liteLlm =
  'LiteLLM, github.com/BerriAI/litellm: litellm/exceptions.py; litellm/proxy: auth/auth_exception_handler.py, hooks/parallel_request_limiter_v3.py';
const liteLlmRows: readonly Row[] = [
  [400, 'budget_exceeded', 'credits', 'account'],
  [429, 'throttling_error', 'rate_limited', 'account'],
  [429, 'None', 'rate_limited', 'account'],
];
const newApi =
  'new-api, github.com/QuantumNous/new-api: middleware/utils.go, middleware/distributor.go, relay/relay_task.go';
const newApiRows: readonly Row[] = [
  [403, 'insufficient_user_quota', 'credits', 'account'],
  [403, 'pre_consume_token_quota_failed', 'credits', 'account'],
  [413, 'read_request_body_failed', 'invalid', 'request'],
  [429, 'new_api_error', 'rate_limited', 'account'],
  [503, 'model_not_found', 'unavailable', 'model'],
];

const filmgate = 'docs/errors.md, Video Task API: a creation refused with a 4xx stores nothing';
const beforeAcceptance = 'docs/errors.md, Video Task API: checked before a task is stored';
const filmgateRows: readonly Row[] = [
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
  [503, 'overloaded', 'unavailable', 'endpoint'],
  [503, 'trae_credits_settlement_pending', 'unavailable', 'account'],
  [503, 'trae_credits_unavailable', 'unavailable', 'account'],
];

function rulesOf(rows: readonly Row[], source: string, read: string): readonly RefusalRule[] {
  return rows.map(([status, code, kind, scope]) => ({ status, code, kind, scope, source, read }));
}

/** Returns the proofs that nothing was accepted, by the origin of the refusals. */
export function refusalsOf({ like }: Pick<Dialect, 'like'>): readonly RefusalRule[] {
  if (like === 'standard')
    return [
      ...documentedRefusals(openAiVideos),
      ...rulesOf(liteLlmRows, liteLlm, '2026-11-29'),
      ...rulesOf(newApiRows, newApi, '2026-11-29'),
    ];
  return filmgateRows.flatMap((row) =>
    rulesOf([row], row[0] === 503 ? beforeAcceptance : filmgate, '2026-11-22'),
  );
}
