import { knownTokens } from './known-tokens.ts';
import { type MockInstructions, noInstructions } from './mock-instructions.ts';
import { tokenPattern } from './strip-magic-tokens.ts';
import { tokenReaders } from './token-readers.ts';

export type MagicTokens =
  | { readonly kind: 'parsed'; readonly instructions: MockInstructions }
  /** Refused at submission: a mistyped fault must not pass as a success. */
  | { readonly kind: 'unknown'; readonly token: string; readonly known: readonly string[] };

/** What looks like brackets of ours, but is closed or written wrongly. */
const mistyped = /\[\[\s*mock\b.{0,40}/i;

/**
 * Reads the magic tokens of a text (`[[mock:run=2s,findable]]`) [mock.unknown-token]. Of two tokens that
 * contradict each other the later one counts.
 *
 * @param before - what the texts before this one ask for
 */
export function parseMagicTokens(text: string, before = noInstructions): MagicTokens {
  let instructions = before;
  for (const [, list = ''] of text.matchAll(tokenPattern)) {
    for (const token of list.split(',').map((part) => part.trim())) {
      const change = readToken(token);
      if (change === undefined) return { kind: 'unknown', token, known: knownTokens };
      instructions = { ...instructions, ...change };
    }
  }
  const [rest] = mistyped.exec(text.replace(tokenPattern, ' ')) ?? [];
  if (rest !== undefined) return { kind: 'unknown', token: rest, known: knownTokens };
  return { kind: 'parsed', instructions };
}

function readToken(token: string): Partial<MockInstructions> | undefined {
  const [name = '', value, ...rest] = token.split('=');
  return rest.length === 0 ? tokenReaders.get(name)?.read(value) : undefined;
}
