import type { JsonValue } from '@filmgate/core';
import { textIn } from '../json/json-fields.ts';

/** Prices of a token in millionths of a dollar: what goes in, words and thoughts that come out, videos or images. */
export interface TokenPrices {
  readonly input: number;
  readonly words: number;
  readonly media: number;
}

/** Tokens by their price. */
interface PricedTokens {
  readonly input_tokens: number;
  readonly word_tokens: number;
  readonly media_tokens: number;
}

/** Returns the cost of counted tokens in millionths of a dollar. */
export function costOf(tokens: PricedTokens, prices: TokenPrices): number {
  const { input_tokens: input, word_tokens: words, media_tokens: media } = tokens;
  return Math.ceil(input * prices.input + words * prices.words + media * prices.media);
}

/** Returns the prices of a model as a response names it; undefined for an unknown one, whatever its name. */
export function pricesOf(
  known: { readonly [model: string]: TokenPrices },
  named: JsonValue | undefined,
): TokenPrices | undefined {
  const model = textIn(named)?.replace(/^models\//, '') ?? '';
  return Object.hasOwn(known, model) ? known[model] : undefined;
}
