import {
  bareSymptoms,
  type BareSymptom,
  type Change,
  readFaults,
  type ReadSymptom,
} from '../job/mock-instructions.ts';
import { nearestNames } from '../input/nearest-names.ts';
import { faultTable, nameOf } from './fault-table.ts';
import { durationMs, oneOf, worded } from './fault-value.ts';
import { readToken } from './parse-faults.ts';
import type { RuledRead } from './ruled-op.ts';

/** Words that an API says in its own way. */
const spoken = {
  garbled: 'garbled',
  'error-in-200': 'error-in-200',
  '401': 'login',
  '403': 'forbidden',
  '404': 'missing',
  '410': 'gone',
  '429': 'rate_limited',
  '503': 'unavailable',
} as const;

/** Fault of one read, list, search or cancellation, decided by a rule [mock.rules.reads]. */
export type ReadFault = FaultKind & {
  /** The cancellation takes effect (or the provider refuses it), unknown to the caller [mock.rules.cancels]. */
  readonly isDone?: boolean;
};

type FaultKind =
  /** `hangMs`: time until the connection of an unanswered caller is reset; null = never. */
  | { readonly kind: 'bare'; readonly symptom: BareSymptom; readonly hangMs: number | null }
  | { readonly kind: (typeof spoken)[keyof typeof spoken] }
  /** The rule makes the response itself. `isGone`: it reports that a file is gone. */
  | { readonly kind: 'own'; readonly isGone: boolean }
  /** The result is served as with these tokens. */
  | { readonly kind: 'tokens'; readonly change: Change };

export type ReadFaultReading =
  | { readonly kind: 'parsed'; readonly fault: ReadFault }
  | { readonly kind: 'unknown'; readonly word: string; readonly near: readonly string[] };

type Word = ReadSymptom | 'lost' | 'hang' | '410';

/** Besides the bare symptoms, which every operation has. */
const listing = [...bareSymptoms, 'garbled', 'error-in-200', '401', '403'] as const;
const reading = [...listing, '404'] as const;

const wordsOf: { readonly [Op in RuledRead]: readonly Word[] } = {
  status: reading,
  cancel: reading,
  list: listing,
  search: listing,
  result: [...bareSymptoms, '403', '404', '410'],
  callback: [],
};

/** The fault that a word names. */
export function faultOfWord(word: Word, hangMs: number | null = null): ReadFault {
  return isSpoken(word) ? { kind: spoken[word] } : { kind: 'bare', symptom: word, hangMs };
}

function isSpoken(word: Word): word is Word & keyof typeof spoken {
  return Object.hasOwn(spoken, word);
}

/** Parses the fault of a rule that is not about submissions. */
export function readFaultOf(op: RuledRead, text: string): ReadFaultReading {
  const hanging = worded(['hang'], durationMs)(text);
  const word = hanging?.word ?? oneOf(wordsOf[op])(text);
  if (word !== undefined && wordsOf[op].includes(word))
    return { kind: 'parsed', fault: faultOfWord(word, hanging?.value ?? null) };
  let change: Change = {};
  for (const token of text.split(',').map((part) => part.trim())) {
    const row = faultTable.get(nameOf(token));
    const more = row?.op === op ? readToken(token) : undefined;
    if (more === undefined)
      return { kind: 'unknown', word: token, near: nearestNames(token, knownOf(op)) };
    change = { ...change, ...more };
  }
  // The rule decides how often: at this read the fault occurs, whatever counts the job's own tokens have used.
  const counted = readFaults.filter((field) => (change[field] ?? 0) > 0);
  const always = Object.fromEntries(counted.map((field) => [field, Infinity]));
  return { kind: 'parsed', fault: { kind: 'tokens', change: { ...change, ...always } } };
}

/** Faults of one operation, as written. */
export function knownOf(op: RuledRead): readonly string[] {
  const forms = [...faultTable.values()].filter((row) => row.op === op).map(({ form }) => form);
  return [...wordsOf[op].map((word) => (word === 'hang' ? 'hang:30s' : word)), ...forms];
}
