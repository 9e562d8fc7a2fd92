import { Text, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import 'uplot/dist/uPlot.min.css';
import { sayPlotTime } from './axis-times.ts';
import type { PlotProps } from './plot-props.ts';
import { stackSeries, summariseSeries } from './plot-series.ts';
import { PlotTable } from './plot-table.tsx';
import styles from './plot.module.css';
import { usePlot } from './use-plot.ts';
import { metricsTexts } from '../../texts/metrics.ts';
import { useLanguage } from '../../texts/use-language.ts';

type PlotTipProps = Pick<PlotProps, 'times' | 'series'> & {
  readonly say: (value: number) => string;
  readonly index: number;
  /** True for an instant in the left half; the values are then shown in the right half. */
  readonly isOnTheLeft: boolean;
};

/** Values at one instant. */
function PlotTip({ times, series, say, index, isOnTheLeft }: PlotTipProps) {
  const { t } = useTranslation(metricsTexts);
  const language = useLanguage();
  const time = times[index];
  if (time === undefined) return null;
  return (
    <div className={styles['tip']} data-side={isOnTheLeft ? 'right' : 'left'}>
      <strong>{sayPlotTime(time, language)}</strong>
      {series.map(({ name, tone, values }) => {
        const value = values[index] ?? null;
        return (
          <span key={name} data-tone={tone}>
            {name}: {value === null ? t('plot.unknown') : say(value)}
          </span>
        );
      })}
    </div>
  );
}

/**
 * Values over time, explorable with a mouse or, focused, with the arrow keys. Has a summary text, and opens as a table.
 * Missing values leave gaps.
 */
export function Plot(props: PlotProps) {
  const { label, times, series, say = String } = props;
  const { t } = useTranslation(metricsTexts);
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
        {t('plot.keys')} <Summary {...props} say={say} />
      </VisuallyHidden>
      <PlotTable label={label} times={times} series={series} say={say} />
    </figure>
  );
}

/** The canvas with the values at the cursor. `hint` is the id of the element that describes it. */
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
  const language = useLanguage();
  // Bars are stacked: the highest is drawn first, so that the others cover its lower part.
  const drawn = useMemo(
    () => (kind === 'bars' ? stackSeries(series).toReversed() : series),
    [kind, series],
  );
  const shape = JSON.stringify(drawn.map(({ name, tone }) => ({ name, tone })));
  const stepMs = (times[1] ?? 0) - (times[0] ?? 0);
  const look = useMemo(
    () => ({ kind, series: drawn, height, marks, say, language, stepMs }),
    // New values of the same series reuse the drawing.
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
  const { t } = useTranslation(metricsTexts);
  const language = useLanguage();
  return series.map((one) => {
    const summary = summariseSeries(one);
    const { name } = one;
    if (summary === null) return `${t('plot.summary.unknown', { name })} `;
    const latest = say(summary.latest);
    const highest = say(summary.highest);
    const time = sayPlotTime(times[summary.highestAt] ?? 0, language);
    return `${t('plot.summary.known', { name, latest, highest, time })} `;
  });
}

/** Index after a key press; null outside the plot, undefined for other keys. */
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
