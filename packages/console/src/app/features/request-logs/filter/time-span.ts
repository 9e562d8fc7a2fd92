const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Time spans that end now, by their name in the address. */
export const presets = {
  '15m': 15 * minute,
  '1h': hour,
  '24h': day,
  '7d': 7 * day,
  '30d': 30 * day,
};

export type Preset = keyof typeof presets;

export const presetNames: readonly Preset[] = ['15m', '1h', '24h', '7d', '30d'];

const usualPreset: Preset = '24h';

/** Time span of the requests shown, in ms since 1970. */
export interface TimeSpan {
  /** Null for a span between two chosen instants. */
  readonly preset: Preset | null;
  readonly from: number;
  /** A preset ends at a moving "now": later requests belong to it too. */
  readonly until: number;
}

/** Time span in the address; the default span for an absent or invalid one. */
export function spanOf(
  address: { readonly [name: string]: string | undefined },
  now: number,
): TimeSpan {
  const from = Date.parse(address['from'] ?? '');
  const until = Date.parse(address['to'] ?? '');
  if (from >= 0 && until > from) return { preset: null, from, until };
  const preset = presetNames.find((name) => name === address['range']) ?? usualPreset;
  return { preset, from: now - presets[preset], until: now };
}

/** Address parameters of a preset. */
export function presetAddress(preset: Preset) {
  return {
    range: preset === usualPreset ? undefined : preset,
    from: undefined,
    to: undefined,
  };
}

/** Address parameters of a span between two instants. */
export function spanAddress({ from, until }: Pick<TimeSpan, 'from' | 'until'>) {
  return {
    range: undefined,
    from: new Date(from).toISOString(),
    to: new Date(until).toISOString(),
  };
}

/** Familiar bucket lengths, in ms. */
const lengths: readonly number[] = [
  [1, [1, 2, 5, 10, 20, 50, 100, 200, 500]] as const,
  [second, [1, 2, 5, 10, 15, 30]] as const,
  [minute, [1, 2, 5, 10, 15, 30]] as const,
  [hour, [1, 2, 3, 6, 12]] as const,
  [day, [1, 2, 7, 14, 28, 91, 364]] as const,
].flatMap(([unit, counts]) => counts.map((count) => count * unit));

/** Buckets that cover a time span; both histogram and list use them. */
export interface BucketPlan {
  readonly from: number;
  readonly until: number;
  readonly bucketMs: number;
}

/**
 * Buckets of a time span. Buckets of a preset start at round clock times; chosen instants stay unchanged.
 *
 * @param most - maximum number of buckets
 * @param zoneMs - offset of local time from UTC, in ms
 */
export function planBuckets(
  { preset, from, until }: TimeSpan,
  { most, zoneMs }: { readonly most: number; readonly zoneMs: number },
): BucketPlan {
  const plan = (bucketMs: number): BucketPlan => {
    if (preset === null) return { from, until, bucketMs };
    const down = (instant: number): number =>
      Math.floor((instant + zoneMs) / bucketMs) * bucketMs - zoneMs;
    // The current bucket is complete: later requests inside it belong to it.
    return { from: down(from), until: down(until) + bucketMs, bucketMs };
  };
  const fits = (bucketMs: number): boolean => {
    const planned = plan(bucketMs);
    return Math.ceil((planned.until - planned.from) / bucketMs) <= most;
  };
  return plan(lengths.find(fits) ?? Math.ceil((until - from) / most));
}
