import { isDeepStrictEqual } from 'node:util';
import type { OverriddenToken } from '../records/ruling.ts';
import { type Change, type MockInstructions, noInstructions } from '../job/mock-instructions.ts';
import { tokenPattern } from '../job/strip-magic-tokens.ts';
import { nearestNames } from '../input/nearest-names.ts';
import { faultTable } from './fault-table.ts';

/** Instructions of several texts, read one after the other. */
interface FaultReading {
  readonly kind: 'parsed';
  readonly instructions: MockInstructions;
  /** Tokens that took effect. */
  readonly applied: readonly (readonly [token: string, from: string, change: Change])[];
  readonly overridden: readonly OverriddenToken[];
}

export const nothingRead: FaultReading = {
  kind: 'parsed',
  instructions: noInstructions,
  applied: [],
  overridden: [],
};

export type ParsedFaults =
  | FaultReading
  /** Refused at submission: a mistyped fault must not pass as a success. */
  | {
      readonly kind: 'unknown';
      readonly token: string;
      readonly field: string;
      readonly hint: string;
    };

/** Brackets of tokens that are malformed or not closed. */
const mistyped = /\[\[\s*mock\b.{0,40}/i;

/** Place of a text, and the number of its submission: a token may be for one attempt [mock.attempt-tokens]. */
export interface FaultPlace {
  readonly from: string;
  readonly attempt?: number;
}

/**
 * Reads the tokens of a text (`[[mock:run=2s,findable]]`) [mock.unknown-token]. Of two tokens that contradict each
 * other the later one counts.
 *
 * @param before - tokens of earlier texts; an unknown one among them remains the result
 */
export function parseFaults(
  text: string,
  place: FaultPlace,
  before: ParsedFaults = nothingRead,
): ParsedFaults {
  let reading = before;
  for (const [, list = ''] of text.matchAll(tokenPattern))
    reading = parseFaultList(list, place, reading);
  const [rest] = mistyped.exec(text.replace(tokenPattern, ' ')) ?? [];
  return reading.kind === 'unknown' || rest === undefined ? reading : unknown(rest, place);
}

/** Reads tokens as they are written between the brackets. */
export function parseFaultList(
  list: string,
  place: FaultPlace,
  before: ParsedFaults = nothingRead,
): ParsedFaults {
  let reading = before;
  if (reading.kind === 'unknown') return reading;
  for (const token of list.split(',').map((part) => part.trim())) {
    const [, plain = token, only] = /^(.*)@([1-9]\d{0,5})$/.exec(token) ?? [];
    const change = readToken(plain);
    if (change === undefined) return unknown(token, place);
    if (only === undefined || Number(only) === (place.attempt ?? 1))
      reading = apply(reading, [token, place.from, change]);
  }
  return reading;
}

export function readToken(token: string): Change | undefined {
  const [name = '', value, ...rest] = token.split('=');
  return rest.length === 0 ? faultTable.get(name)?.read(value) : undefined;
}

function apply(
  { applied, overridden }: FaultReading,
  given: FaultReading['applied'][number],
): FaultReading {
  const [by, byFrom, change] = given;
  const lost = applied.filter(([, , earlier]) => contradicts(earlier, change));
  const kept = [...applied.filter((one) => !lost.includes(one)), given];
  return {
    kind: 'parsed',
    instructions: kept.reduce<MockInstructions>(
      (all, [, , own]) => ({ ...all, ...own }),
      noInstructions,
    ),
    applied: kept,
    overridden: [...overridden, ...lost.map(([token, from]) => ({ token, from, by, byFrom }))],
  };
}

const usual = new Map<string, unknown>(Object.entries(noInstructions));

/** True if the later token decides something that the earlier one asked for. Equal tokens do not contradict. */
function contradicts(earlier: Change, later: Change): boolean {
  if (isDeepStrictEqual(earlier, later)) return false;
  return Object.entries(earlier).some(
    ([field, value]) => value !== usual.get(field) && Object.hasOwn(later, field),
  );
}

function unknown(token: string, { from }: FaultPlace): ParsedFaults {
  const [, name = '', value] = /^(?:\[\[\s*mock\W*)?([^=@\]]*)(?:=([^@]*))?/i.exec(token) ?? [];
  return { kind: 'unknown', token, field: from, hint: hintOf(name, value ?? '') };
}

/** The three nearest tokens, or the three nearest values of a known one. */
function hintOf(name: string, value: string): string {
  const row = faultTable.get(name);
  if (row === undefined) {
    const forms = nearestNames(name, faultTable.keys()).map((near) => faultTable.get(near)?.form);
    return `did you mean ${forms.map((form = '') => form.replace(/\|.*$/, '|…')).join(', ')}?`;
  }
  const [, values = ''] = row.form.split('=');
  if (!values.includes('|')) return `it is written ${row.form}`;
  const near = nearestNames(value, values.split('|'));
  return `did you mean ${near.map((one) => `${name}=${one}`).join(', ')}?`;
}

/** An unknown token in words. */
export function unknownToken(given: Extract<ParsedFaults, { readonly kind: 'unknown' }>): string {
  return `unknown token ${JSON.stringify(given.token)} in ${given.field}; ${given.hint}`;
}
