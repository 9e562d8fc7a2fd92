import type { PlotKind, PlotMarks } from './plot-options.ts';
import type { PlotSeries } from './plot-series.ts';

export interface PlotProps {
  /** Caption above the plot. */
  readonly label: string;
  /** Ms since 1970, ascending and evenly spaced; includes instants without data. */
  readonly times: readonly number[];
  /** Memoised with `useMemo`. Names are unique. */
  readonly series: readonly PlotSeries[];
  /** Lines when absent; bars are stacked. */
  readonly kind?: PlotKind;
  /** Formats a value, for example with its unit; a stable function. */
  readonly say?: (value: number) => string;
  /** Allowed marks of the value axis; any round values when absent. */
  readonly marks?: PlotMarks;
  /** In px, without caption and legend. */
  readonly height?: number;
}
