import { Text, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import 'uplot/dist/uPlot.min.css';
import { useTexts } from '../../texts/use-texts.ts';
import { sayPlotTime } from './axis-times.ts';
import type { PlotProps } from './plot-props.ts';
import { stackSeries, summariseSeries } from './plot-series.ts';
import { PlotTable } from './plot-table.tsx';
import { plotTexts } from './plot-texts.ts';
import styles from './plot.module.css';
import { usePlot } from './use-plot.ts';

type PlotTipProps = Pick<PlotProps, 'times' | 'series'> & {
  readonly say: (value: number) => string;
  readonly index: number;
  /** Whether the instant is in the left half; the values then stand in the right one. */
  readonly isOnTheLeft: boolean;
};

/** The values at one instant. */
function PlotTip({ times, series, say, index, isOnTheLeft }: PlotTipProps) {
  const { t, language } = useTexts(plotTexts);
  const time = times[index];
  if (time === undefined) return null;
  return (
    <div className={styles['tip']} data-side={isOnTheLeft ? 'right' : 'left'}>
      <strong>{sayPlotTime(time, language)}</strong>
      {series.map(({ name, tone, values }) => {
        const value = values[index] ?? null;
        return (
          <span key={name} data-tone={tone}>
            {name}: {value === null ? t('unknown') : say(value)}
          </span>
        );
      })}
    </div>
  );
}

/**
 * Values over time. A reader can explore it with a mouse or, focused, with the arrow keys; it sums itself up in words
 * and opens as a table. Missing values leave gaps.
 */
export function Plot(props: PlotProps) {
  const { label, times, series, say = String } = props;
  const { t } = useTexts(plotTexts);
  const hint = useId();
  return (
    <figure className={styles['plot']}>
      <figcaption>
        <Text component="span" fw={600} size="sm">
          {label}
        </Text>
      </figcaption>
      <Drawing {...props} hint={hint} />
      <Legend series={series} />
      <VisuallyHidden id={hint}>
        {t('keys')} <Summary {...props} say={say} />
      </VisuallyHidden>
      <PlotTable label={label} times={times} series={series} say={say} />
    </figure>
  );
}

/** What is drawn, with the values at the cursor. `hint` names the element that describes it. */
function Drawing({ hint, ...props }: PlotProps & { readonly hint: string }) {
  const { label, times, say = String } = props;
  const { box, cursor, moveTo } = useDrawing(props);
  const [byKeys, setByKeys] = useState(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = indexAfter(event.key, cursor?.index ?? null, times.length);
    if (index === undefined) return;
    event.preventDefault();
    setByKeys(true);
    moveTo(index);
  };
  return (
    <div
      role="group"
      aria-label={label}
      aria-describedby={hint}
      tabIndex={0}
      className={styles['drawing']}
      onKeyDown={onKeyDown}
      onBlur={() => moveTo(null)}
      onPointerMove={() => setByKeys(false)}
    >
      <div ref={box} aria-hidden="true" />
      <div aria-live={byKeys ? 'polite' : 'off'}>
        {cursor !== null && (
          <PlotTip {...props} say={say} index={cursor.index} isOnTheLeft={cursor.isOnTheLeft} />
        )}
      </div>
    </div>
  );
}

function useDrawing(props: PlotProps) {
  const { times, series, kind = 'line', say = String, marks = 'any', height = 170 } = props;
  const { language } = useTexts(plotTexts);
  // Bars stand on each other: the highest is drawn first, so that the others cover its lower part.
  const drawn = useMemo(
    () => (kind === 'bars' ? stackSeries(series).toReversed() : series),
    [kind, series],
  );
  const shape = JSON.stringify(drawn.map(({ name, tone }) => ({ name, tone })));
  const stepMs = (times[1] ?? 0) - (times[0] ?? 0);
  const look = useMemo(
    () => ({ kind, series: drawn, height, marks, say, language, stepMs }),
    // New values of the same series are drawn over the old ones.
    [kind, shape, height, marks, say, language, stepMs],
  );
  const data = useMemo<[number[], ...(number | null)[][]]>(
    () => [times.map((time) => time / 1000), ...drawn.map(({ values }) => [...values])],
    [times, drawn],
  );
  return usePlot(look, data);
}

function Legend({ series }: Pick<PlotProps, 'series'>) {
  if (series.length < 2) return null;
  return (
    <ul className={styles['legend']}>
      {series.map(({ name, tone }) => (
        <li key={name} data-tone={tone}>
          {name}
        </li>
      ))}
    </ul>
  );
}

function Summary({ times, series, say = String }: PlotProps) {
  const { t, language } = useTexts(plotTexts);
  return series.map((one) => {
    const summary = summariseSeries(one);
    const { name } = one;
    if (summary === null) return `${t('summary.unknown', { name })} `;
    const latest = say(summary.latest);
    const highest = say(summary.highest);
    const time = sayPlotTime(times[summary.highestAt] ?? 0, language);
    return `${t('summary.known', { name, latest, highest, time })} `;
  });
}

/** Where a key leads; null away from the plot, undefined for a key that means nothing here. */
function indexAfter(key: string, index: number | null, count: number): number | null | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, (index ?? count) - 1);
    case 'ArrowRight':
      return Math.min(last, (index ?? last) + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
}
