import type { PropsWithChildren } from 'react';
import { EmptyState } from '../../shell/empty-state.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './metrics.module.css';
import { metricsTexts } from './metrics-texts.ts';
import type { MetricsOverTime } from './samples-query.ts';

type PlotGridProps = PropsWithChildren<{ readonly metrics: MetricsOverTime }>;

/** Plots side by side where there is room; before the first sample, what will stand here. */
export function PlotGrid({ metrics, children }: PlotGridProps) {
  const { t } = useTexts(metricsTexts);
  if (metrics.total !== null) return <div className={styles['plots']}>{children}</div>;
  return (
    <EmptyState icon="chart" title={t('first.title')}>
      {t('first')}
    </EmptyState>
  );
}
