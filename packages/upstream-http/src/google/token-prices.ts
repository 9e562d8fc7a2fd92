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
