/** Maximum length of a pattern, and of the text it is applied to, in characters. */
const longestPattern = 200;
const longestText = 1_000;
/** Maximum number of `*`, `+` and `{}` in a pattern, of `?`, and of `|`: each multiplies its cost. */
const mostRepeats = 2;
const mostChoices = 8;

export type ReadPattern =
  | { readonly kind: 'read'; readonly pattern: RegExp }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads a regular expression whose cost is bounded. */
export function readPattern(text: string): ReadPattern {
  const refused = (message: string) => ({ kind: 'refused', message }) as const;
  if (text.length > longestPattern)
    return refused(`a pattern has at most ${longestPattern} characters`);
  // Escapes and classes contain no operators.
  const plain = text.replace(/\\[\s\S]/g, 'x').replace(/\[[^\]]*\]/g, 'x');
  if (/\\[1-9k]/.test(text.replaceAll('\\\\', '')))
    return refused('a pattern has no back-references');
  const many = (pattern: RegExp) => plain.match(pattern)?.length ?? 0;
  if (/\)(?:[*+]|\{\d)/.test(plain))
    return refused('a pattern repeats no group: repeat a character or a class');
  if (many(/[*+]|\{\d/g) > mostRepeats)
    return refused(`a pattern has at most ${mostRepeats} of *, + and {}`);
  if (many(/(?<!\()\?/g) > mostChoices || many(/\|/g) > mostChoices)
    return refused(`a pattern has at most ${mostChoices} of ?, and as many of |`);
  try {
    return { kind: 'read', pattern: new RegExp(text, 'u') };
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

/** True if the pattern is found in the text, or in the beginning of a long one. */
export function isFound(pattern: RegExp, text: string): boolean {
  return pattern.test(text.slice(0, longestText));
}
