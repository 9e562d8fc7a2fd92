import { foldText } from './fold-text.ts';

/** Maximum texts of one search. */
export const mostSearchTexts = 32;

/** Returns the words that a person typed: a prompt must have each of them, in any order. */
export function searchedWords(typed: string): readonly string[] {
  return typed.split(/\s+/).filter((word) => word !== '');
}

/** Returns a function that checks a prompt for every text of a search. */
export function promptMatcher(texts: readonly string[]): (prompt: string) => boolean {
  const folded = texts.map(foldText);
  return (prompt) => {
    const whole = foldText(prompt);
    return folded.every((text) => whole.includes(text));
  };
}

/** Returns the id that a search may be: its only text. */
export function searchedId(texts: readonly string[]): string | null {
  const [text, another] = texts;
  return text === undefined || another !== undefined ? null : text;
}
