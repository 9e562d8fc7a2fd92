import type * as z from 'zod/mini';
import type { ParseKeys } from 'i18next';

/** A problem of a field: a text and its values. */
export interface Problem {
  readonly text: ParseKeys<'forms'>;
  readonly values: { readonly [name: string]: number };
}

type Issue = z.core.$ZodIssue;

/** First problem of each field of a request body; empty for a valid body. */
export function findProblems(
  schema: z.ZodMiniType,
  body: unknown,
): { readonly [field: string]: Problem } {
  const { error } = schema.safeParse(body);
  const problems: { [field: string]: Problem } = {};
  for (const issue of error?.issues ?? []) {
    const field = String(issue.path[0] ?? '');
    problems[field] ??= problemOf(issue);
  }
  return problems;
}

function problemOf(issue: Issue): Problem {
  if (issue.code === 'too_small') return tooSmall(issue.origin, Number(issue.minimum));
  if (issue.code === 'too_big') return tooBig(issue.origin, Number(issue.maximum));
  const text = issue.code === 'invalid_type' ? wantedType(issue.expected) : 'invalid';
  return { text, values: {} };
}

function tooBig(origin: string, most: number): Problem {
  return { text: origin === 'string' ? 'too-long' : 'too-large', values: { most } };
}

function tooSmall(origin: string, least: number): Problem {
  if (origin === 'string') return { text: 'empty', values: {} };
  if (origin === 'array') return { text: 'none-chosen', values: {} };
  return { text: 'too-small', values: { least } };
}

function wantedType(expected: string): Problem['text'] {
  if (expected === 'int') return 'not-whole';
  return expected === 'number' ? 'not-a-number' : 'invalid';
}
