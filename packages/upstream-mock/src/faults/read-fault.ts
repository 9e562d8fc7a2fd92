import { type BareSymptom, type MockInstructions, readFaults } from '../job/mock-instructions.ts';
import { durationMs } from './token-reader.ts';
import { tokenReaders } from './token-readers.ts';
import type { RuledRead } from './rule.ts';

/** Fault of one read, list, search or cancellation, decided by a rule [mock.rules.reads]. */
export type ReadFault = FaultKind & {
  /** The cancellation takes effect (or the provider refuses it), unknown to the caller [mock.rules.cancels]. */
  readonly isDone?: true;
};

type FaultKind =
  /** `hangMs`: time until the connection of an unanswered caller is reset; null = never. */
  | { readonly kind: 'bare'; readonly symptom: BareSymptom; readonly hangMs: number | null }
  | { readonly kind: 'garbled' | 'error-in-200' | 'login' | 'forbidden' | 'missing' | 'gone' }
  | { readonly kind: 'rate_limited' | 'unavailable' }
  /** The result is served as with these tokens. */
  | { readonly kind: 'tokens'; readonly change: Partial<MockInstructions> };

export type ReadFaultReading =
  | { readonly kind: 'parsed'; readonly fault: ReadFault }
  | { readonly kind: 'unknown'; readonly word: string; readonly known: readonly string[] };

const bare = (symptom: BareSymptom): ReadFault => ({ kind: 'bare', symptom, hangMs: null });

const everywhere: ReadonlyMap<string, ReadFault> = new Map([
  ['reset', bare('reset')],
  ['hang', bare('hang')],
  ['500', bare('500')],
  ['502', bare('edge-page')],
  ['edge-page', bare('edge-page')],
  ['504', bare('504')],
  ['html-200', bare('html-200')],
]);

const unreadable: readonly (readonly [string, ReadFault])[] = [
  ['garbled', { kind: 'garbled' }],
  ['error-in-200', { kind: 'error-in-200' }],
];

const answered: readonly (readonly [string, ReadFault])[] = [
  ...unreadable,
  ['401', { kind: 'login' }],
  ['403', { kind: 'forbidden' }],
  ['429', { kind: 'rate_limited' }],
  ['503', { kind: 'unavailable' }],
];

const listing = new Map([...everywhere, ...answered]);
const reading = new Map<string, ReadFault>([...listing, ['404', { kind: 'missing' }]]);
const fetching = new Map<string, ReadFault>([
  ...everywhere,
  ['403', { kind: 'forbidden' }],
  ['404', { kind: 'missing' }],
  ['410', { kind: 'gone' }],
]);

/** Each response that proves nothing, for a cancellation that took effect. */
const canceled = [...everywhere, ...unreadable].map(
  ([word, fault]) => [`${word}-after-cancel`, { ...fault, isDone: true }] as const,
);

const wordsOf: { readonly [Op in RuledRead]: ReadonlyMap<string, ReadFault> } = {
  status: reading,
  cancel: new Map([...reading, ...canceled]),
  list: listing,
  search: listing,
  result: fetching,
  callback: new Map(),
};

/** Tokens for a single read of a result. */
const resultTokens: readonly string[] = [
  'truncate',
  'html-body',
  'wrong-duration',
  'no-moov',
  'wrong-size',
  'corrupt',
  'url-403',
  'result-cut',
  'cut-after',
  'drip',
  'length-lie',
  'redirect',
  'redirect-host',
  'redirect-private',
  'redirect-metadata',
  'result-gone',
];

/** Tokens for the callback of one event. */
const callbackTokens: readonly string[] = [
  'callback-lost',
  'callback-twice',
  'callback-late',
  'callback-bad-signature',
];

const tokensOf: { readonly [Op in RuledRead]?: readonly string[] } = {
  result: resultTokens,
  callback: callbackTokens,
};

/** Parses the fault of a rule that is not about submissions. */
export function readFaultOf(op: RuledRead, text: string): ReadFaultReading {
  const [, hang = text, wait] = /^(hang[a-z-]*)=(.+)$/.exec(text) ?? [];
  const fault = wordsOf[op].get(hang);
  if (wait === undefined && fault !== undefined) return { kind: 'parsed', fault };
  const hangMs = durationMs(wait ?? '');
  if (fault?.kind === 'bare' && hangMs !== undefined)
    return { kind: 'parsed', fault: { ...fault, hangMs } };
  const tokens = tokensOf[op];
  if (tokens === undefined) return { kind: 'unknown', word: text, known: knownOf(op) };
  let change: Partial<MockInstructions> = {};
  for (const token of text.split(',').map((part) => part.trim())) {
    const more = readToken(token, tokens);
    if (more === undefined) return { kind: 'unknown', word: token, known: knownOf(op) };
    change = { ...change, ...more };
  }
  return { kind: 'parsed', fault: { kind: 'tokens', change } };
}

function readToken(
  token: string,
  tokens: readonly string[],
): Partial<MockInstructions> | undefined {
  const [name = '', value, ...rest] = token.split('=');
  if (!tokens.includes(name) || rest.length > 0) return undefined;
  const change = tokenReaders.get(name)?.read(value);
  if (change === undefined) return undefined;
  // The rule decides how often: at this read the fault occurs, whatever counts the job's own tokens have used.
  const counted = readFaults.filter((field) => (change[field] ?? 0) > 0);
  return { ...change, ...Object.fromEntries(counted.map((field) => [field, Infinity])) };
}

function knownOf(op: RuledRead): readonly string[] {
  const words = [...wordsOf[op].keys()].map((word) =>
    word.startsWith('hang') ? `${word}, ${word}=30s` : word,
  );
  return [...words, ...(tokensOf[op] ?? []).map((name) => tokenReaders.get(name)?.form ?? name)];
}
