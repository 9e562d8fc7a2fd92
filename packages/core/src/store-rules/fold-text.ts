/**
 * Folds text for search: lower case without regard to language. The final sigma equals the other lower-case sigma, so
 * that the end of a word does not matter.
 */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
