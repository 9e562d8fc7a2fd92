import type { PlotKind, PlotMarks } from './plot-options.ts';
import type { PlotSeries } from './plot-series.ts';

export interface PlotProps {
  /** What is drawn; stands above it. */
  readonly label: string;
  /** Ms since 1970, ascending and evenly spaced; an instant nothing is known of is there too. */
  readonly times: readonly number[];
  /** Keep it with `useMemo`. Names differ from each other. */
  readonly series: readonly PlotSeries[];
  /** Lines when absent; bars stand on each other. */
  readonly kind?: PlotKind;
  /** How a value is written, such as with its unit; a function made once. */
  readonly say?: (value: number) => string;
  /** What may be marked on the axis of values; any round values when absent. */
  readonly marks?: PlotMarks;
  /** In px, without caption and legend. */
  readonly height?: number;
}
