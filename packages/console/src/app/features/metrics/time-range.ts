const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Selectable time spans, as in the address. */
export const rangeNames = ['1h', '24h', '7d'] as const;
export type RangeName = (typeof rangeNames)[number];

interface RangeForm {
  readonly spanMs: number;
  readonly stepMs: number;
}

const forms: { readonly [R in RangeName]: RangeForm } = {
  '1h': { spanMs: hourMs, stepMs: minuteMs },
  '24h': { spanMs: 24 * hourMs, stepMs: 10 * minuteMs },
  '7d': { spanMs: 7 * 24 * hourMs, stepMs: hourMs },
};

/** Whole steps of time: `from` is included, `until` is not. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
  readonly stepMs: number;
}

/** The time span in the address; one hour when absent. */
export function readRange(text: string | undefined): RangeName {
  return rangeNames.find((name) => name === text) ?? '1h';
}

/** The span up to now, in steps aligned to the server's; the last step is still incomplete. */
export function rangeUntil(name: RangeName, now: number): TimeRange {
  const { spanMs, stepMs } = forms[name];
  const until = (Math.floor(now / stepMs) + 1) * stepMs;
  return { from: until - spanMs, until, stepMs };
}

/** Start of each step. */
export function stepsOf({ from, until, stepMs }: TimeRange): readonly number[] {
  return Array.from({ length: (until - from) / stepMs }, (_, index) => from + index * stepMs);
}

/** The sample of each step; undefined where the server has none. */
export function fillSteps<S extends { readonly at: string }>(
  range: TimeRange,
  known: readonly S[],
): readonly (S | undefined)[] {
  const byInstant = new Map(known.map((one) => [Date.parse(one.at), one]));
  return stepsOf(range).map((at) => byInstant.get(at));
}
