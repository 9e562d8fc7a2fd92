import { Paper } from '@mantine/core';
import { useMemo } from 'react';
import type { Sample } from '../../api/responses.ts';
import type { PlotTone } from '../../shell/plot/plot-series.ts';
import type { PlotProps } from '../../shell/plot/plot-props.ts';
import { Plot } from '../../shell/plot/plot.tsx';
import type { MetricsOverTime } from './samples-query.ts';

/** A line of a plot: its name and its value in a sample. */
export interface MetricLine {
  readonly name: string;
  readonly tone: PlotTone;
  /** A stable function, defined outside any component. */
  readonly read: (sample: Sample) => number | null;
}

export interface MetricPlotProps extends Pick<PlotProps, 'label' | 'kind' | 'say' | 'marks'> {
  readonly metrics: MetricsOverTime;
  readonly lines: readonly MetricLine[];
}

/** Plot of metrics on a card. */
export function MetricPlot({ metrics, lines, ...props }: MetricPlotProps) {
  const { times, steps } = metrics;
  const names = lines.map(({ name, tone }) => `${name} ${tone}`).join('\n');
  const series = useMemo(
    () =>
      lines.map(({ name, tone, read }) => ({
        name,
        tone,
        values: steps.map((step) => (step === undefined ? null : read(step))),
      })),
    // `read` is determined by the line's name.
    [steps, names],
  );
  return (
    <Paper withBorder p="sm" bg="var(--surface)">
      <Plot {...props} times={times} series={series} />
    </Paper>
  );
}
