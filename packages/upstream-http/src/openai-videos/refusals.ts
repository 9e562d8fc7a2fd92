import {
  filmgateRefusals,
  liteLlmRefusals,
  newApiRefusals,
  openAiVideos,
  type ServerRefusals,
} from '@filmgate/provider-facts';
import { z } from 'zod';
import { documentedRefusals } from '../engine/documented-refusals.ts';
import type { JsonResponse, ReadRefusal, RefusalRule } from '../engine/provider-description.ts';
import { objectIn } from '../json/json-fields.ts';
import type { Dialect } from './dialect.ts';

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

function rulesOf({ rows, source, read }: ServerRefusals): readonly RefusalRule[] {
  return rows.map(([status, code, kind, scope]) => ({ status, code, kind, scope, source, read }));
}

/** Returns the proofs that nothing was accepted, by the origin of the refusals. */
export function refusalsOf({ like }: Pick<Dialect, 'like'>): readonly RefusalRule[] {
  return like === 'filmgate'
    ? filmgateRefusals.flatMap(rulesOf)
    : [
        ...documentedRefusals(openAiVideos),
        ...rulesOf(liteLlmRefusals),
        ...rulesOf(newApiRefusals),
      ];
}
