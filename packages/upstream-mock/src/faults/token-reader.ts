import type { MockInstructions } from '../job/mock-instructions.ts';

/** Instructions of one token. */
export type Change = Partial<MockInstructions>;

/** Syntax of one token, and the instructions of its value; undefined if the value is invalid. */
export interface TokenReader {
  readonly form: string;
  readonly read: (value: string | undefined) => Change | undefined;
}

const unitMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** A time with its unit: `250ms`, `2s`, `1.5m`, `1h`. */
export function durationMs(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  const factor = unitMs.get(unit);
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}

export function count(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

export function share(text: string): number | undefined {
  const [, percent] = /^(\d{1,2})%$/.exec(text) ?? [];
  return percent === undefined ? undefined : Number(percent) / 100;
}

/** A code in a provider's form: `1102`, `RateLimitExceeded.EndpointRPMExceeded`, `imagine:content-moderated`. */
export function code(text: string): string | undefined {
  return /^[A-Za-z0-9_.:-]{1,80}$/.test(text) ? text : undefined;
}

export function oneOf<const T extends string | number>(words: readonly T[]) {
  return (text: string): T | undefined => words.find((known) => String(known) === text);
}

export function word(form: string, change: Change): TokenReader {
  return { form, read: (value) => (value === undefined ? change : undefined) };
}

export function valued<T>(
  form: string,
  read: (text: string) => T | undefined,
  change: (value: T) => Change,
): TokenReader {
  return {
    form,
    read: (text) => {
      const value = text === undefined ? undefined : read(text);
      return value === undefined ? undefined : change(value);
    },
  };
}

/** Like `valued`, with an optional value, which is null if left out. */
export function optional<T>(
  form: string,
  read: (text: string) => T | undefined,
  change: (value: T | null) => Change,
): TokenReader {
  const withValue = valued(form, read, change);
  return { form, read: (text) => (text === undefined ? change(null) : withValue.read(text)) };
}
