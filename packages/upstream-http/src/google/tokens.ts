import type { JsonValue, UpstreamUsage } from '@filmgate/core';
import type { FieldReader } from '../json/field-reader.ts';
import { countIn, type JsonObject, objectIn, objectsAmong } from '../json/json-fields.ts';
import { tokenPrices } from './models.ts';
import { costOf, pricesOf } from './token-prices.ts';

/** Google counts tokens, and its price page has the price of each kind: of other models they are only shown. */
export function billOf(
  fields: FieldReader,
  { model }: JsonObject,
): { readonly usage?: UpstreamUsage; readonly effective?: JsonObject } {
  const tokens = fields.read('usage', tokensIn);
  if (tokens === undefined) return {};
  const prices = pricesOf(tokenPrices, model);
  if (prices === undefined) return { effective: tokens };
  return { usage: { unit: 'usd', amount: costOf(tokens, prices), figures: tokens } };
}

/** Reads the counted tokens by their price; undefined unless the response says which are of the video. */
export function tokensIn(value: JsonValue) {
  const counted = objectIn(value) ?? {};
  const parts = objectsAmong(counted['output_tokens_by_modality']);
  const inputTokens = countIn(counted['total_input_tokens'] ?? 0);
  const thoughts = countIn(counted['total_thought_tokens'] ?? 0);
  const counts = parts?.map(({ modality, tokens }) => [modality, countIn(tokens)] as const) ?? [];
  if (parts === undefined || inputTokens === undefined || thoughts === undefined) return undefined;
  const sums = { input_tokens: inputTokens, word_tokens: thoughts, media_tokens: 0 };
  for (const [modality, tokens] of counts) {
    if (tokens === undefined || typeof modality !== 'string') return undefined;
    sums[modality.toLowerCase() === 'video' ? 'media_tokens' : 'word_tokens'] += tokens;
  }
  return sums;
}
