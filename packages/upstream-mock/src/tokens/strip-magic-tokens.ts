/** One pair of brackets with its list of tokens. */
export const tokenPattern = /\[\[mock:([^[\]]*)\]\]/g;

/** A text as it is drawn or looked up: without its tokens, and without the gaps they leave. */
export function stripMagicTokens(text: string): string {
  return text.replace(tokenPattern, ' ').replace(/\s+/g, ' ').trim();
}
