import type { PropsWithChildren } from 'react';
import { EmptyState } from '../../shell/empty-state.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './figures.module.css';
import { figuresTexts } from './figures-texts.ts';
import type { FiguresOverTime } from './samples-query.ts';

type PlotGridProps = PropsWithChildren<{ readonly figures: FiguresOverTime }>;

/** Plots side by side where there is room; before the first sample, what will stand here. */
export function PlotGrid({ figures, children }: PlotGridProps) {
  const { t } = useTexts(figuresTexts);
  if (figures.total !== null) return <div className={styles['plots']}>{children}</div>;
  return (
    <EmptyState icon="chart" title={t('first.title')}>
      {t('first')}
    </EmptyState>
  );
}
