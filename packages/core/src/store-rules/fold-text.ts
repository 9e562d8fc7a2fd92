/**
 * Text as search compares it: in lower case without regard to language. The final sigma is lower case of the same
 * letter as the other one, so that how a word ends does not matter.
 */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
