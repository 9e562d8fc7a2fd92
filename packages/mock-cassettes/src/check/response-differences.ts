import type { ProviderFixture } from './provider-fixture.ts';

/** A received response. */
export interface SeenResponse {
  readonly status: number;
  header(name: string): string | null;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
}

export interface ResponseDifference {
  /** `new`: a field that the fixture lacks, which breaks no client. */
  readonly kind: 'changed' | 'missing' | 'new';
  readonly text: string;
}

/** Patterns of templates; numbers are compared literally. */
const templates: Readonly<Record<string, string>> = {
  id: '[\\w.~-]+',
  text: '[^]*',
  number: '-?\\d+(?:\\.\\d+)?',
  time: '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z',
  url: 'https?://\\S+',
  base64: '[\\w+/=-]+',
};

/** Differences between a response and a fixture, without values of the response, because they may be secret. */
export function responseDifferences(
  { status, headers, body }: ProviderFixture['response'],
  seen: SeenResponse,
): readonly ResponseDifference[] {
  const differences: ResponseDifference[] = [];
  if (seen.status !== status)
    differences.push({ kind: 'changed', text: `status ${status} is now ${seen.status}` });
  for (const [name, value] of Object.entries(headers)) {
    const now = seen.header(name);
    if (now === null) differences.push({ kind: 'missing', text: `header ${name}` });
    else if (!fits(value, now)) differences.push({ kind: 'changed', text: `header ${name}` });
  }
  return [...differences, ...bodyDifferences(body, seen.body, 'body')];
}

function bodyDifferences(
  expected: unknown,
  seen: unknown,
  at: string,
): readonly ResponseDifference[] {
  if (!isObject(expected) || !isObject(seen)) {
    if (isSame(expected, seen)) return [];
    return [{ kind: 'changed', text: `${at}: ${JSON.stringify(expected)} is now ${typeOf(seen)}` }];
  }
  const differences = Object.keys(expected).flatMap((name): readonly ResponseDifference[] => {
    const position = `${at}.${name}`;
    return Object.hasOwn(seen, name)
      ? bodyDifferences(expected[name], seen[name], position)
      : [{ kind: 'missing', text: position }];
  });
  const added = Object.keys(seen).filter((name) => !Object.hasOwn(expected, name));
  return [
    ...differences,
    ...added.map((name) => ({ kind: 'new', text: `${at}.${name}` }) as const),
  ];
}

/** Includes lists, whose indexes serve as fields. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isSame(expected: unknown, seen: unknown): boolean {
  if (typeof expected !== 'string') return Object.is(expected, seen);
  if (expected === '{{number}}') return typeof seen === 'number';
  return typeof seen === 'string' && fits(expected, seen);
}

/** Returns true if a text equals that of a fixture, whose templates match any value of their kind. */
function fits(expected: string, seen: string): boolean {
  const pattern = expected
    .split(/(\{\{\w+\}\})/)
    .map(
      (part) =>
        templates[/^\{\{(\w+)\}\}$/.exec(part)?.[1] ?? ''] ??
        part.replaceAll(/[\^$.*+?()[\]{}|]/g, String.raw`\$&`),
    )
    .join('');
  return new RegExp(`^${pattern}$`).test(seen);
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'no JSON';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `another ${typeof value}`;
}
