import { Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Overview, Sample } from '../../api/responses.ts';
import { Bar } from '../../shell/bar.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { type BadgeTone, ToneBadge } from '../../shell/tone-badge.tsx';
import { MetricPlot } from '../metrics/metric-plot.tsx';
import { MetricsHeading } from '../metrics/metrics-heading.tsx';
import { PlotGrid } from '../metrics/plot-grid.tsx';
import { SlotsPlot, WaitingPlot } from '../metrics/pool-plots.tsx';
import type { MetricsOverTime } from '../metrics/samples-query.ts';
import { useMetrics } from '../metrics/use-metrics.ts';
import { useSaying } from '../metrics/use-saying.ts';
import { AccountsLink } from './accounts-link.tsx';
import { SplitSlots, useSplit } from './split-slots.tsx';
import { WhyWaiting } from './why-waiting.tsx';
import { capacityTexts } from '../../texts/capacity.ts';
import { metricsTexts } from '../../texts/metrics.ts';

/** Capacity of the pool now and over time, and the reasons jobs wait. */
export function CapacityPage() {
  const { t } = useTranslation(capacityTexts);
  const { now, metrics, failed, retry } = useMetrics(useSplit());
  return (
    <Stack>
      <MetricsHeading title={t('title')} at={now?.at} />
      {failed !== null && <FailureNotice failed={failed} onRetry={retry} />}
      {now !== undefined && <PoolNow now={now} />}
      {metrics !== undefined && <CapacityPlots metrics={metrics} />}
      {now !== undefined && metrics !== undefined && <SplitSlots now={now} metrics={metrics} />}
    </Stack>
  );
}

function PoolNow({ now }: { readonly now: Overview }) {
  const { t } = useTranslation(capacityTexts);
  const { accounts, capacity, queue, waiting } = now;
  if (capacity.accounts.total === 0 && queue.waiting === 0) {
    return (
      <EmptyState icon="pool" title={t('empty.title')} action={<AccountsLink />}>
        {t('empty')}
      </EmptyState>
    );
  }
  return (
    <>
      <CapacityNow capacity={capacity} />
      <WhyWaiting waiting={waiting} accounts={accounts} opensAt={capacity.next_opening_at} />
    </>
  );
}

/** Every account counts under exactly one of these. */
const standings = [
  ['ready', 'good'],
  ['busy', 'busy'],
  ['cooling', 'unsure'],
  ['exhausted', 'bad'],
  ['login_required', 'bad'],
  ['untested', 'unsure'],
  ['makes_nothing', 'unsure'],
  ['disabled', 'quiet'],
] as const satisfies readonly (readonly [string, BadgeTone])[];

/** Current slots and states of the accounts. */
export function CapacityNow({ capacity }: Pick<Overview, 'capacity'>) {
  const { t } = useTranslation(capacityTexts);
  const { slots, accounts } = capacity;
  return (
    <Paper withBorder p="sm" bg="var(--surface)" component="section" aria-label={t('now.title')}>
      <Stack gap="sm">
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('now.slots')}
          </Text>
          <Bar
            label={t('now.slots')}
            total={slots.total}
            withLegend
            parts={[
              { name: t('now.busy'), value: slots.busy, tone: 'busy' },
              { name: t('now.free'), value: slots.free, tone: 'good' },
            ]}
          />
        </div>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {t('now.accounts')}
          </Text>
          {standings
            .filter(([standing]) => accounts[standing] > 0)
            .map(([standing, tone]) => (
              <ToneBadge key={standing} tone={tone}>
                {t(`standing.${standing}`)} {accounts[standing]}
              </ToneBadge>
            ))}
        </Group>
      </Stack>
    </Paper>
  );
}

interface CapacityPlotsProps {
  readonly metrics: MetricsOverTime;
}

/** Slots, queue and waiting time over the chosen span. */
export function CapacityPlots({ metrics }: CapacityPlotsProps) {
  return (
    <PlotGrid metrics={metrics}>
      <SlotsPlot metrics={metrics} />
      <WaitingPlot metrics={metrics} />
      <StartPlot metrics={metrics} />
    </PlotGrid>
  );
}

const halfWithin = ({ to_start }: Sample): number | null => to_start.p50_ms;
const mostWithin = ({ to_start }: Sample): number | null => to_start.p95_ms;

function StartPlot({ metrics }: CapacityPlotsProps) {
  const { t } = useTranslation(capacityTexts);
  const words = useTranslation(metricsTexts);
  return (
    <MetricPlot
      metrics={metrics}
      label={t('plot.start')}
      marks="durations"
      say={useSaying().duration}
      lines={[
        { name: words.t('p50'), tone: 'busy', read: halfWithin },
        { name: words.t('p95'), tone: 'unsure', read: mostWithin },
      ]}
    />
  );
}
