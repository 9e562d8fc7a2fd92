import uPlot from 'uplot';
import { sayAxisTimes } from './axis-times.ts';
import { loneValues, type PlotSeries, type PlotTone } from './plot-series.ts';

export type PlotKind = 'line' | 'area' | 'bars';

/** Marks of the value axis: any round values, whole numbers, or round durations for values in ms. */
export type PlotMarks = 'any' | 'whole' | 'durations';

export interface PlotLook {
  readonly kind: PlotKind;
  readonly series: readonly Pick<PlotSeries, 'name' | 'tone'>[];
  readonly height: number;
  readonly marks: PlotMarks;
  readonly say: (value: number) => string;
  readonly language: string;
  /** Length of a step in ms, and width of a bar. */
  readonly stepMs: number;
}

/** Position of the pointer on a plot. */
export interface PlotCursor {
  readonly index: number;
  readonly isOnTheLeft: boolean;
}

/** Called when the cursor moves; null when it leaves. */
export type OnCursor = (cursor: PlotCursor | null) => void;

/** Series differ in more than their colour. */
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

const second = 1000;
const minute = 60_000;

/** Distances between marks, ascending. */
const stepsOf: { readonly [M in Exclude<PlotMarks, 'any'>]: readonly number[] } = {
  whole: [1, 1e3, 1e6, 1e9].flatMap((times) =>
    [1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => step * times),
  ),
  durations: [
    ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30].map(
      (seconds) => seconds * second,
    ),
    ...[1, 2, 5, 10, 15, 20, 30, 60, 120, 240, 480].map((minutes) => minutes * minute),
  ],
};

/** Options of uPlot without the width. uPlot counts time in seconds. */
export function plotOptions(look: PlotLook, onCursor: OnCursor): Omit<uPlot.Options, 'width'> {
  const { kind, height, stepMs } = look;
  const lastStep = kind === 'bars' ? stepMs / second : 0;
  return {
    height,
    padding: [8, 18, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { show: kind !== 'bars', size: 7 },
    },
    scales: {
      x: { range: (_, first, last) => [first, Math.max(first + 60, last + lastStep)] },
      y: { range: (_, _least, most) => [0, topOf(most, look.marks)] },
    },
    axes: axesOf(look),
    series: [{}, ...look.series.map((one, number) => drawn(look, one, number))],
    hooks: {
      setCursor: [
        ({ cursor: { idx, left = -1 }, over }) => {
          const isThere = typeof idx === 'number' && left >= 0;
          onCursor(isThere ? { index: idx, isOnTheLeft: left < over.clientWidth / 2 } : null);
        },
      ],
    },
  };
}

/** Upper end of the axis: some space above the highest value, and never zero. */
function topOf(most: number | null, marks: PlotMarks): number {
  if (most === null || most <= 0) return 1;
  return marks === 'whole' ? Math.max(Math.ceil(most * 1.08), most + 1) : most * 1.08;
}

function axesOf({ say, language, marks }: PlotLook): uPlot.Axis[] {
  const common: uPlot.Axis = {
    stroke: variable('--plot-axis'),
    grid: { stroke: variable('--plot-grid'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  return [
    {
      ...common,
      space: 64,
      size: 26,
      values: (_, instants) => [...sayAxisTimes(instants.map(toMs), language)],
    },
    {
      ...common,
      space: 32,
      ...(marks !== 'any' && { incrs: [...stepsOf[marks]] }),
      values: (_, values) => values.map(say),
      size: (_, texts) => 14 + 7 * Math.max(3, ...(texts ?? []).map((text) => text.length)),
    },
  ];
}

const toMs = (instant: number): number => instant * second;

function drawn(
  { kind }: PlotLook,
  { name, tone }: Pick<PlotSeries, 'name' | 'tone'>,
  number: number,
): uPlot.Series {
  const colour = variable(`--plot-${tone}`);
  if (kind === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [0.85, 48, 1], align: 1 });
    return {
      label: name,
      fill: colour,
      width: 0,
      points: { show: false },
      ...(paths !== undefined && { paths }),
    };
  }
  return {
    label: name,
    stroke: colour,
    width: 2,
    dash: [...(dashes[number % dashes.length] ?? [])],
    points: {
      fill: colour,
      // Without space for all marks: only values that no line shows.
      filter: (plot, index, isRoomForAll) =>
        isRoomForAll ? null : loneValues(plot.data[index] ?? []),
    },
    ...(kind === 'area' && { fill: (plot) => `${colour(plot)}2e` }),
  };
}

/** A colour of the page's scheme, read while drawing. All of them are six hexadecimal digits. */
function variable(name: `--plot-${PlotTone | 'axis' | 'grid'}`): (plot: uPlot) => string {
  return ({ root }) => getComputedStyle(root).getPropertyValue(name).trim();
}
