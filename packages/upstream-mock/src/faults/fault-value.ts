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

/** A word with a value of its own behind a colon, as `hang:30s`; the value is null if left out. */
export function worded<const T extends string, V>(
  words: readonly T[],
  read: (text: string) => V | undefined,
) {
  return (text: string): { readonly word: T; readonly value: V | null } | undefined => {
    const [, name = '', , given] = /^([^:]*)(:(.*))?$/.exec(text) ?? [];
    const word = words.find((known) => known === name);
    const value = given === undefined ? null : read(given);
    return word === undefined || value === undefined ? undefined : { word, value };
  };
}
