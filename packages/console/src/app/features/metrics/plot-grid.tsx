import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../shell/empty-state.tsx';
import styles from './metrics.module.css';
import type { MetricsOverTime } from './samples-query.ts';
import { metricsTexts } from '../../texts/metrics.ts';

type PlotGridProps = PropsWithChildren<{ readonly metrics: MetricsOverTime }>;

/** Plots side by side where the width allows; before the first sample, an explanation. */
export function PlotGrid({ metrics, children }: PlotGridProps) {
  const { t } = useTranslation(metricsTexts);
  if (metrics.total !== null) return <div className={styles['plots']}>{children}</div>;
  return (
    <EmptyState icon="chart" title={t('first.title')}>
      {t('first')}
    </EmptyState>
  );
}
