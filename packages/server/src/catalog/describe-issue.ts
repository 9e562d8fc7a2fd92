import { catalogFieldsAt } from '@filmgate/core';
import { match, P } from 'ts-pattern';
import type { z } from 'zod';
import { withNearest } from '../settings/nearest-names.ts';
import { type CatalogProblem, printPath } from './catalog-problem.ts';
import type { PositionedJson } from './positioned-json.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Names of the types that the schema expects, in the words of JSON. */
const expectedWords: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'an array'],
  ['object', 'an object'],
  ['record', 'an object'],
]);

/** Unit of a length, by the kind of value. */
const counted: ReadonlyMap<string, string> = new Map([
  ['array', ' items'],
  ['string', ' characters'],
]);

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction';
  return typeof value === 'boolean'
    ? String(value)
    : `a${typeof value === 'object' ? 'n' : ''} ${typeof value}`;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    value,
  );
}

function boundSentence(origin: string, relation: string, bound: number | bigint): string {
  const unit = counted.get(origin);
  return unit === undefined
    ? `must be ${relation} ${bound}`
    : `must have ${relation} ${bound}${unit}`;
}

/** Returns the requirement that a value does not fulfil, as a sentence. */
function sentenceOf(issue: Issue, value: unknown): string {
  return match(issue)
    .with({ code: 'invalid_type' }, ({ expected }) => {
      const wanted = expectedWords.get(expected) ?? expected;
      return `must be ${wanted}, not ${typeName(value)}`;
    })
    .with({ code: 'invalid_value' }, ({ values }) => {
      const words = values.map(String);
      return withNearest(`must be one of ${words.join(', ')}`, value, words);
    })
    .with({ code: 'too_small' }, ({ minimum, origin, inclusive }) =>
      counted.has(origin) && minimum === 1
        ? 'must not be empty'
        : boundSentence(origin, inclusive === false ? 'more than' : 'at least', minimum),
    )
    .with({ code: 'too_big' }, ({ maximum, origin, inclusive }) =>
      boundSentence(origin, inclusive === false ? 'less than' : 'at most', maximum),
    )
    .with({ message: P.string }, ({ message }) => message)
    .exhaustive();
}

/** Returns the problems of the file for one issue of the catalog's schema. */
export function describeIssue(issue: Issue, json: PositionedJson): readonly CatalogProblem[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      ...json.positionOfKey(path, key),
      path: printPath([...path, key]),
      message: withNearest('is not a known field', key, catalogFieldsAt(path)),
    }));
  }
  const position = json.positionOf(path);
  if (!json.has(path)) return [{ ...position, path: printPath(path), message: 'is missing' }];
  if (issue.code === 'invalid_key') {
    const keyPosition = json.positionOfKey(path.slice(0, -1), String(path.at(-1)));
    const reasons = issue.issues.map(({ message }) => message).join('; ');
    return [{ ...keyPosition, path: printPath(path), message: `name ${reasons}` }];
  }
  const message = sentenceOf(issue, valueAt(json.value, path));
  return [{ ...position, path: printPath(path), message }];
}
