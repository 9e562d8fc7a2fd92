import { useTranslation } from 'react-i18next';
import type { Sample } from '../../api/responses.ts';
import { MetricPlot } from '../metrics/metric-plot.tsx';
import { PlotGrid } from '../metrics/plot-grid.tsx';
import { useRange } from '../metrics/range-switch.tsx';
import type { MetricsOverTime } from '../metrics/samples-query.ts';
import { SlotsPlot, WaitingPlot } from '../metrics/pool-plots.tsx';
import { useSaying } from '../metrics/use-saying.ts';
import { metricsTexts } from '../../texts/metrics.ts';
import { overviewTexts } from '../../texts/overview.ts';

interface OverviewPlotsProps {
  readonly metrics: MetricsOverTime;
}

/** Plots over the chosen time span. */
export function OverviewPlots({ metrics }: OverviewPlotsProps) {
  return (
    <PlotGrid metrics={metrics}>
      <RequestsPlot metrics={metrics} />
      <JobsPlot metrics={metrics} />
      <ResultPlot metrics={metrics} />
      <WaitingPlot metrics={metrics} />
      <SlotsPlot metrics={metrics} />
      <CreditsPlot metrics={metrics} />
      <UnknownPlot metrics={metrics} />
      <DiskPlot metrics={metrics} />
    </PlotGrid>
  );
}

function useStepName(): string {
  const { t } = useTranslation(metricsTexts);
  return t(`step.${useRange()}`);
}

const answeredRequests = ({ calls, failed_calls }: Sample): number => calls - failed_calls;
const failedCalls = ({ failed_calls }: Sample): number => failed_calls;

function RequestsPlot({ metrics }: OverviewPlotsProps) {
  const { t } = useTranslation(overviewTexts);
  return (
    <MetricPlot
      metrics={metrics}
      label={t('plot.requests', { step: useStepName() })}
      kind="bars"
      marks="whole"
      say={useSaying().number}
      lines={[
        { name: t('plot.requests.ok'), tone: 'busy', read: answeredRequests },
        { name: t('plot.requests.failed'), tone: 'bad', read: failedCalls },
      ]}
    />
  );
}

const completed = (sample: Sample): number => sample.completed;
const failed = (sample: Sample): number => sample.failed;

function JobsPlot({ metrics }: OverviewPlotsProps) {
  const { t } = useTranslation(overviewTexts);
  return (
    <MetricPlot
      metrics={metrics}
      label={t('plot.jobs', { step: useStepName() })}
      kind="bars"
      marks="whole"
      say={useSaying().number}
      lines={[
        { name: t('plot.jobs.completed'), tone: 'good', read: completed },
        { name: t('plot.jobs.failed'), tone: 'bad', read: failed },
      ]}
    />
  );
}

const halfWithin = ({ to_result }: Sample): number | null => to_result.p50_ms;
const mostWithin = ({ to_result }: Sample): number | null => to_result.p95_ms;

function ResultPlot({ metrics }: OverviewPlotsProps) {
  const { t } = useTranslation(overviewTexts);
  const words = useTranslation(metricsTexts);
  return (
    <MetricPlot
      metrics={metrics}
      label={t('plot.result')}
      marks="durations"
      say={useSaying().duration}
      lines={[
        { name: words.t('p50'), tone: 'busy', read: halfWithin },
        { name: words.t('p95'), tone: 'unsure', read: mostWithin },
      ]}
    />
  );
}

const creditsSpent = ({ credits_spent }: Sample): number => credits_spent;

function CreditsPlot({ metrics }: OverviewPlotsProps) {
  const { t } = useTranslation(overviewTexts);
  return (
    <MetricPlot
      metrics={metrics}
      label={t('plot.credits', { step: useStepName() })}
      kind="bars"
      say={useSaying().number}
      lines={[{ name: t('plot.credits.line'), tone: 'hue-2', read: creditsSpent }]}
    />
  );
}

const unknownOutcomes = (sample: Sample): number | null => sample.unknown_outcomes?.max ?? null;

function UnknownPlot({ metrics }: OverviewPlotsProps) {
  const { t } = useTranslation(overviewTexts);
  return (
    <MetricPlot
      metrics={metrics}
      label={t('plot.unknown')}
      kind="area"
      marks="whole"
      say={useSaying().number}
      lines={[{ name: t('plot.unknown.line'), tone: 'unsure', read: unknownOutcomes }]}
    />
  );
}

const usedBytes = ({ used_bytes }: Sample): number | null => used_bytes?.mean ?? null;

function DiskPlot({ metrics }: OverviewPlotsProps) {
  const { t } = useTranslation(overviewTexts);
  return (
    <MetricPlot
      metrics={metrics}
      label={t('plot.disk')}
      kind="area"
      say={useSaying().bytes}
      lines={[{ name: t('plot.disk.line'), tone: 'hue-5', read: usedBytes }]}
    />
  );
}
