import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';
import type { FieldPath } from './fields-read.ts';

/** A value as written in the text of a body. */
export interface WorstValue {
  readonly name: string;
  /** JSON of at most `bytes` bytes. */
  text(bytes: number): string;
}

/** Numbers in the place of each field; the field beside it gets the next ones. */
const numbersOfField = 2;

/**
 * Replacements for a field, or for the whole body by an empty path. Each description takes each number in each field
 * without a gateway, too, and the core keeps none that cannot be read back [accepted.told].
 *
 * @param position - of the field among those of its response
 */
export function valuesFor(path: FieldPath, position: number): readonly WorstValue[] {
  if (path.length === 0) return [...largeTexts.slice(0, 1), ...largeStructures];
  const from = (position * numbersOfField) % oddNumbers.length;
  const numbers = oddNumbers.slice(from, from + numbersOfField);
  return [...largeTexts, ...largeStructures.slice(-1), ...numbers];
}

/** Longest body that the gateway reads, in bytes. */
export const longestBody = 1024 * 1024;

/** Beginnings of matches of a pattern, which it may try at each of them. */
const beginnings = [
  'a.',
  'a-',
  '-eyJ',
  'key-',
  'sk:',
  'Bearer ',
  '://',
  'a:/',
  '0x',
  '1.',
  'é',
  '\u200B',
];
const letters = Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e00 + index));

function filled(open: string, unit: string, close = ''): WorstValue['text'] {
  return (bytes) => {
    const room = bytes - Buffer.byteLength(open + close) - 2;
    return JSON.stringify(
      open + unit.repeat(Math.max(0, Math.floor(room / Buffer.byteLength(unit)))) + close,
    );
  };
}

/** Texts that fill a whole body. */
export const largeTexts: readonly WorstValue[] = [
  {
    name: 'beginnings of links and tokens',
    text: (bytes) => {
      const share = Math.floor((bytes - 2) / beginnings.length);
      const runs = beginnings.map((unit) =>
        unit.repeat(Math.floor(share / Buffer.byteLength(unit))),
      );
      return JSON.stringify(runs.join(''));
    },
  },
  { name: 'a number and white space', text: filled('5', ' ', 'x') },
  { name: 'a link of many letters', text: filled('https://', letters.join('')) },
];

/** Structures that fill a whole body. */
const largeStructures: readonly WorstValue[] = [
  { name: 'digits', text: filled('', '1') },
  { name: 'empty objects', text: (bytes) => `[${'{},'.repeat(Math.floor(bytes / 3) - 2)}{}]` },
  { name: 'deep lists', text: (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2) },
  {
    name: 'many fields',
    text: (bytes) => {
      const count = Math.floor(bytes / 24);
      const fields = Array.from({ length: count }, (_, index) => `"f${index}":"a.a.a."`);
      return `{${fields.join(',')}}`;
    },
  },
];

const numbers = ['1e308', '-1e308', '1e400', '9e12', '9007199254740992', '-1', '0.5'];

/** Numbers at the limits of JavaScript, dates or amounts, and texts like them. */
export const oddNumbers: readonly WorstValue[] = [...numbers, '"NaN"'].map((text) => ({
  name: text,
  text: () => text,
}));

/** Placeholder for a value. */
const gap = '\u0000';

/** Text of a body with one of its values replaced. */
export function bodyWith(body: JsonValue, path: FieldPath, value: WorstValue): string {
  const [before = '', after = ''] = JSON.stringify(withValueAt(body, path)).split(
    JSON.stringify(gap),
  );
  return before + value.text(longestBody - Buffer.byteLength(before + after)) + after;
}

function withValueAt(body: JsonValue | undefined, [step, ...rest]: FieldPath): JsonValue {
  if (step === undefined) return gap;
  if (Array.isArray(body))
    return body.map((item: JsonValue, index) =>
      String(index) === step ? withValueAt(item, rest) : item,
    );
  const fields = objectIn(body) ?? {};
  return { ...fields, [step]: withValueAt(fields[step], rest) };
}

function objectIn(body: JsonValue | undefined): { readonly [name: string]: JsonValue } | undefined {
  return z.record(z.string(), z.json()).safeParse(body).data;
}
