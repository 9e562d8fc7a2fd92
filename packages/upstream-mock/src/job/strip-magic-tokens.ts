/** One pair of brackets with its list of tokens. */
export const tokenPattern = /\[\[mock:([^[\]]*)\]\]/g;

/** Removes tokens, and the gaps they leave, from a text that is drawn or looked up. */
export function stripMagicTokens(text: string): string {
  return text.replace(tokenPattern, ' ').replace(/\s+/g, ' ').trim();
}
