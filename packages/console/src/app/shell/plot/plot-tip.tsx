import { useTexts } from '../../texts/use-texts.ts';
import { sayPlotTime } from './axis-times.ts';
import type { PlotProps } from './plot-props.ts';
import styles from './plot.module.css';
import { plotTexts } from './plot-texts.ts';

type PlotTipProps = Pick<PlotProps, 'times' | 'series'> & {
  readonly say: (value: number) => string;
  readonly index: number;
  /** Whether the instant is in the left half; the values then stand in the right one. */
  readonly isOnTheLeft: boolean;
};

/** The values at one instant. */
export function PlotTip({ times, series, say, index, isOnTheLeft }: PlotTipProps) {
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
