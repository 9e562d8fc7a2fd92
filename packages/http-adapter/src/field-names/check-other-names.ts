import type { FieldReader, Fields } from '../http/field-reader.ts';
import { type FieldMeaning, meaningOf, namesOf } from './names-by-meaning.ts';

/** A surface's rule for a field of one meaning under a name that is not its own. */
export interface OtherNameRule {
  /** Returns true for values that ask for the default anyway; absent = none. */
  readonly allows?: (value: unknown) => boolean;
  /** Completes "<name> …": the replacement to use. */
  readonly rule: string;
}

/**
 * A rule for each meaning, so that no surface forgets one. `read` = its names are the surface's own, `harmless` =
 * nothing that is sold here depends on it.
 */
export type OtherNameRules = { readonly [M in FieldMeaning]: OtherNameRule | 'read' | 'harmless' };

/** One object of a request, and the names of it that were read. */
export interface NamedFields {
  readonly fields: Fields;
  readonly known: readonly string[];
  readonly rules: OtherNameRules;
  /** Path of the object, with a dot at its end; absent for the body. */
  readonly path?: string;
}

/**
 * Refuses unread fields that change what is bought or in what form it comes back: a name with a meaning, a file or data
 * URL under any name [fields.never-ignored].
 *
 * @returns the names that change nothing and were not read
 */
export function checkOtherNames<Kind extends string>(
  reader: FieldReader<Kind>,
  { fields, known, rules, path = '' }: NamedFields,
): readonly string[] {
  const others = Object.keys(fields).filter(
    (name) => !isAbsent(fields[name]) && !known.includes(name),
  );
  return others.filter((name) => {
    const value = fields[name];
    const meaning = meaningOf(name);
    const rule = meaning === undefined ? 'harmless' : rules[meaning];
    const param = `${path}${name}`.slice(0, longestParam);
    if (typeof rule === 'object') {
      if (rule.allows?.(value) !== true) reader.refuse(param, `${param} ${rule.rule}.`);
      return false;
    }
    if (holdsFile(value)) reader.refuse(param, `${param} is a file without a use here.`);
    return true;
  });
}

const longestParam = 128;

const dataUrlOfFile = /^data:[a-z]+\//i;

/** Returns true if a value is a file of a form or a data URL, or contains one; as deep as bodies go. */
export function holdsFile(value: unknown): boolean {
  if (value instanceof Uint8Array) return true;
  if (typeof value === 'string') return dataUrlOfFile.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile);
}

/** The path of a field, for reading it and for naming it. */
export interface FieldPath {
  readonly value: unknown;
  readonly param: string;
}

/**
 * Returns the field of a meaning under the one of its names that is given, the surface's own first; absent ones have
 * the own name. Two names that say different things are refused.
 */
export function readUnderAnyName<Kind extends string>(
  reader: FieldReader<Kind>,
  fields: Fields,
  meaning: FieldMeaning,
): FieldPath {
  const names = namesOf(meaning);
  const given = names.filter((name) => !isAbsent(fields[name]));
  const [param = names[0] ?? '', ...others] = given;
  const value = fields[param];
  const other = others.find((name) => !isSame(value, fields[name]));
  if (other !== undefined) reader.refuse(param, `${param} and ${other} have different values.`);
  return { value, param };
}

function isSame(one: unknown, other: unknown): boolean {
  const word = wordOf(one);
  return word !== undefined && word === wordOf(other);
}

/** Returns a value as a form would carry it; undefined if it is not a single value. */
function wordOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Allows some values, compared as text: `1` and `"1"` are equal. */
export function only(...words: readonly (string | number | boolean)[]) {
  const texts = words.map(String);
  return (value: unknown): boolean => texts.includes(wordOf(value) ?? '');
}
