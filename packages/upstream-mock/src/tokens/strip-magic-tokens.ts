/** One pair of brackets with its list of tokens. */
export const tokenPattern = /\[\[mock:([^[\]]*)\]\]/g;

/** The prompt as it is drawn: without its tokens, and without the gaps they leave. */
export function stripMagicTokens(prompt: string): string {
  return prompt.replace(tokenPattern, ' ').replace(/\s+/g, ' ').trim();
}
