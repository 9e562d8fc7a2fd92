import type { Sample } from '../../api/responses.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { MetricPlot } from './metric-plot.tsx';
import { metricsTexts } from './metrics-texts.ts';
import type { MetricsOverTime } from './samples-query.ts';
import { useSaying } from './use-saying.ts';

interface PoolPlotProps {
  readonly metrics: MetricsOverTime;
}

const waiting = (sample: Sample): number | null => sample.waiting?.max ?? null;

/** The most jobs that waited at once. */
export function WaitingPlot({ metrics }: PoolPlotProps) {
  const { t } = useTexts(metricsTexts);
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

/** Busy slots and all of them. */
export function SlotsPlot({ metrics }: PoolPlotProps) {
  const { t } = useTexts(metricsTexts);
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
