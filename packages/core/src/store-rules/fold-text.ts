/** Folds text for search: lower case regardless of language; the final sigma equals the other lower-case one. */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
