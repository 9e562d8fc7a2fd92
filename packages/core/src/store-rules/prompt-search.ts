import { foldText } from './fold-text.ts';

/** Texts that one search may ask for. */
export const mostSearchTexts = 32;

/** The words of what a person typed: a prompt must have each of them, in whatever order. */
export function searchedWords(typed: string): readonly string[] {
  return typed.split(/\s+/).filter((word) => word !== '');
}

/** Whether a prompt has every text of a search. */
export function promptMatcher(texts: readonly string[]): (prompt: string) => boolean {
  const folded = texts.map(foldText);
  return (prompt) => {
    const whole = foldText(prompt);
    return folded.every((text) => whole.includes(text));
  };
}

/** The id that a search may be: its only text. */
export function searchedId(texts: readonly string[]): string | null {
  const [text, another] = texts;
  return text === undefined || another !== undefined ? null : text;
}
