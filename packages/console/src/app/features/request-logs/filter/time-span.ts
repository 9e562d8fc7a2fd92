const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Spans that end now, by their name in the address. */
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

/** The time span of the requests to show, in ms since 1970. */
export interface TimeSpan {
  /** Null between two chosen instants. */
  readonly preset: Preset | null;
  readonly from: number;
  /** Where a preset ends is now, which moves: what comes later belongs to it too. */
  readonly until: number;
}

/** The span in the address; the usual one where it has none that makes sense. */
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

/** The address of a preset. */
export function presetAddress(preset: Preset) {
  return {
    range: preset === usualPreset ? undefined : preset,
    from: undefined,
    to: undefined,
  };
}

/** The address of a span between two instants. */
export function spanAddress({ from, until }: Pick<TimeSpan, 'from' | 'until'>) {
  return {
    range: undefined,
    from: new Date(from).toISOString(),
    to: new Date(until).toISOString(),
  };
}

/** Lengths people know from clocks, in ms. */
const lengths: readonly number[] = [
  [1, [1, 2, 5, 10, 20, 50, 100, 200, 500]] as const,
  [second, [1, 2, 5, 10, 15, 30]] as const,
  [minute, [1, 2, 5, 10, 15, 30]] as const,
  [hour, [1, 2, 3, 6, 12]] as const,
  [day, [1, 2, 7, 14, 28, 91, 364]] as const,
].flatMap(([unit, counts]) => counts.map((count) => count * unit));

/** What is counted and listed: buckets that cover a span. */
export interface BucketPlan {
  readonly from: number;
  readonly until: number;
  readonly bucketMs: number;
}

/**
 * Buckets of a span: of a preset they begin where clocks show round numbers; chosen instants are kept as they are.
 *
 * @param most - how many buckets there is room for
 * @param zoneMs - how far local clocks are ahead of UTC, in ms
 */
export function planBuckets(
  { preset, from, until }: TimeSpan,
  { most, zoneMs }: { readonly most: number; readonly zoneMs: number },
): BucketPlan {
  const plan = (bucketMs: number): BucketPlan => {
    if (preset === null) return { from, until, bucketMs };
    const down = (instant: number): number =>
      Math.floor((instant + zoneMs) / bucketMs) * bucketMs - zoneMs;
    // The bucket of now is whole: what comes in it belongs to it.
    return { from: down(from), until: down(until) + bucketMs, bucketMs };
  };
  const fits = (bucketMs: number): boolean => {
    const planned = plan(bucketMs);
    return Math.ceil((planned.until - planned.from) / bucketMs) <= most;
  };
  return plan(lengths.find(fits) ?? Math.ceil((until - from) / most));
}
