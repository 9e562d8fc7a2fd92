import type { BarTone } from '../bar.tsx';

/** Tones with a meaning, and hues that only distinguish series. */
export const plotTones = [
  'quiet',
  'busy',
  'good',
  'bad',
  'unsure',
  'hue-1',
  'hue-2',
  'hue-3',
  'hue-4',
  'hue-5',
  'hue-6',
  'hue-7',
  'hue-8',
] as const satisfies readonly (BarTone | `hue-${number}`)[];
export type PlotTone = (typeof plotTones)[number];

/** One line, or the bars of one colour. */
export interface PlotSeries {
  readonly name: string;
  readonly tone: PlotTone;
  /** One value for each instant of the plot; null where unknown, which leaves a gap. */
  readonly values: readonly (number | null)[];
}

/** Hue of the series with this index, among series without a meaning. */
export function hueOf(number: number): PlotTone {
  const hues = plotTones.filter((tone) => tone.startsWith('hue-'));
  return hues[number % hues.length] ?? 'quiet';
}

/** Stacks each series on those before it. A gap where all are unknown. */
export function stackSeries(series: readonly PlotSeries[]): readonly PlotSeries[] {
  return series.map((one, number) => ({
    ...one,
    values: one.values.map((_, index) => {
      const below = series.slice(0, number + 1).map(({ values }) => values[index] ?? null);
      return below.every((value) => value === null)
        ? null
        : below.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    }),
  }));
}

/** Indices of values without a neighbour, which no line connects. */
export function loneValues(values: ArrayLike<number | null | undefined>): number[] {
  const isKnown = (index: number): boolean => (values[index] ?? null) !== null;
  return Array.from({ length: values.length }, (_, index) => index).filter(
    (index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1),
  );
}

/** Latest and highest value of a series. */
export interface SeriesSummary {
  readonly latest: number;
  readonly highest: number;
  /** Index of the first of its highest values. */
  readonly highestAt: number;
}

/** Null for a series of gaps only. */
export function summariseSeries({ values }: PlotSeries): SeriesSummary | null {
  const known = values.filter((value) => value !== null);
  const latest = known.at(-1);
  if (latest === undefined) return null;
  const highest = known.reduce((most, value) => Math.max(most, value), latest);
  return { latest, highest, highestAt: values.indexOf(highest) };
}
