import { type MockInstructions, noInstructions } from '../job/mock-instructions.ts';
import { tokenPattern } from '../job/strip-magic-tokens.ts';
import { knownTokens, tokenReaders } from './token-readers.ts';

export type MagicTokens =
  | { readonly kind: 'parsed'; readonly instructions: MockInstructions }
  /** Refused at submission: a mistyped fault must not pass as a success. */
  | { readonly kind: 'unknown'; readonly token: string; readonly known: readonly string[] };

/** Brackets of tokens that are malformed or not closed. */
const mistyped = /\[\[\s*mock\b.{0,40}/i;

/**
 * Reads the tokens of a text (`[[mock:run=2s,findable]]`) [mock.unknown-token]. Of two tokens that contradict each
 * other the later one counts.
 *
 * @param before - instructions of earlier texts
 * @param attempt - number of the submission for its logical key: a token may be for one attempt [mock.attempt-tokens]
 */
export function parseMagicTokens(text: string, before = noInstructions, attempt = 1): MagicTokens {
  let instructions = before;
  for (const [, list = ''] of text.matchAll(tokenPattern)) {
    for (const token of list.split(',').map((part) => part.trim())) {
      const change = readToken(token, attempt);
      if (change === undefined) return { kind: 'unknown', token, known: knownTokens };
      instructions = { ...instructions, ...change };
    }
  }
  const [rest] = mistyped.exec(text.replace(tokenPattern, ' ')) ?? [];
  if (rest !== undefined) return { kind: 'unknown', token: rest, known: knownTokens };
  return { kind: 'parsed', instructions };
}

function readToken(token: string, attempt: number): Partial<MockInstructions> | undefined {
  const [, plain = token, only] = /^(.*)@([1-9]\d{0,5})$/.exec(token) ?? [];
  const [name = '', value, ...rest] = plain.split('=');
  const change = rest.length === 0 ? tokenReaders.get(name)?.read(value) : undefined;
  const isForAnother = only !== undefined && Number(only) !== attempt;
  return change !== undefined && isForAnother ? {} : change;
}
