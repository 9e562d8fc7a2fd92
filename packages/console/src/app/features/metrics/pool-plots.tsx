import { useTranslation } from 'react-i18next';
import type { Sample } from '../../api/responses.ts';
import { MetricPlot } from './metric-plot.tsx';
import type { MetricsOverTime } from './samples-query.ts';
import { useSaying } from './use-saying.ts';
import { metricsTexts } from '../../texts/metrics.ts';

interface PoolPlotProps {
  readonly metrics: MetricsOverTime;
}

const waiting = (sample: Sample): number | null => sample.waiting?.max ?? null;

/** Maximum number of jobs waiting at once. */
export function WaitingPlot({ metrics }: PoolPlotProps) {
  const { t } = useTranslation(metricsTexts);
  return (
    <MetricPlot
      metrics={metrics}
      label={t('plot.waiting')}
      kind="area"
      marks="whole"
      say={useSaying().number}
      lines={[{ name: t('plot.waiting.line'), tone: 'unsure', read: waiting }]}
    />
  );
}

const busySlots = ({ busy_slots }: Sample): number | null => busy_slots?.mean ?? null;
const totalSlots = ({ total_slots }: Sample): number | null => total_slots?.mean ?? null;

/** Busy slots and total slots. */
export function SlotsPlot({ metrics }: PoolPlotProps) {
  const { t } = useTranslation(metricsTexts);
  return (
    <MetricPlot
      metrics={metrics}
      label={t('plot.slots')}
      kind="area"
      marks="whole"
      say={useSaying().number}
      lines={[
        { name: t('plot.slots.total'), tone: 'quiet', read: totalSlots },
        { name: t('plot.slots.busy'), tone: 'busy', read: busySlots },
      ]}
    />
  );
}
