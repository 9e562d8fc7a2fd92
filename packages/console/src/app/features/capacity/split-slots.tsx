import { Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../../api/responses.ts';
import { Bar } from '../../shell/bar.tsx';
import { hueOf } from '../../shell/plot/plot-series.ts';
import { Plot } from '../../shell/plot/plot.tsx';
import { useAddress } from '../../shell/use-address.ts';
import metricStyles from '../metrics/metrics.module.css';
import type { MetricsOverTime } from '../metrics/samples-query.ts';
import { useSaying } from '../metrics/use-saying.ts';
import { groupsByLoad, mostGroups } from './busiest-groups.ts';
import styles from './capacity.module.css';
import { capacityTexts } from '../../texts/capacity.ts';

const splits = ['family', 'account'] as const;
type Split = (typeof splits)[number];

interface SplitSlotsProps {
  readonly now: Overview;
  readonly metrics: MetricsOverTime;
}

/** Grouping of the slots, from the address. */
export function useSplit(): Split {
  const [{ by }] = useAddress();
  return splits.find((one) => one === by) ?? 'family';
}

/** Slots of each family or account, over time and now. */
export function SplitSlots({ now, metrics }: SplitSlotsProps) {
  const { t } = useTranslation(capacityTexts);
  const [, change] = useAddress();
  const by = useSplit();
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={t('by')}
          size="xs"
          className={metricStyles['switch'] ?? ''}
          data={splits.map((value) => ({ value, label: t(`by.${value}`) }))}
          value={by}
          onChange={(value) => change({ by: value === 'family' ? undefined : value })}
        />
        {by === 'family' && (
          <Text size="xs" c="dimmed">
            {t('split.hint')}
          </Text>
        )}
      </Group>
      <SplitPlot now={now} metrics={metrics} by={by} />
      <SplitNow now={now} by={by} />
    </Stack>
  );
}

function SplitPlot({ now, metrics, by }: SplitSlotsProps & { readonly by: Split }) {
  const { t } = useTranslation(capacityTexts);
  const { number } = useSaying();
  const groups = useMemo(() => groupsByLoad(metrics.steps), [metrics.steps]);
  const labels = new Map(now.accounts.map(({ id, label }) => [id, label]));
  const nameOf = (id: string): string =>
    by === 'family' ? id : (labels.get(id) ?? t('split.gone', { id }));
  const drawn = groups.slice(0, mostGroups).map(({ id, values }, index) => ({
    name: nameOf(id),
    tone: hueOf(index),
    values,
  }));
  const shape = JSON.stringify(drawn.map(({ name }) => name));
  const series = useMemo(() => drawn, [groups, shape]);
  if (series.length === 0) return null;
  return (
    <Paper withBorder p="sm" bg="var(--surface)">
      <Plot
        label={t(`split.plot.${by}`)}
        times={metrics.times}
        series={series}
        say={number}
        marks="whole"
        height={210}
      />
      {groups.length > mostGroups && (
        <Text size="xs" c="dimmed">
          {t('split.most', { all: groups.length })}
        </Text>
      )}
    </Paper>
  );
}

interface Load {
  readonly id: string;
  readonly name: string;
  readonly busy: number;
  readonly total: number;
  readonly waiting: number;
}

function loadsOf({ capacity, accounts }: Overview, by: Split): readonly Load[] {
  return by === 'family'
    ? capacity.families.map(({ family, slots: { busy, total }, waiting }) => ({
        id: family,
        name: family,
        busy,
        total,
        waiting,
      }))
    : accounts.map(({ id, label, slots: { busy, total } }) => ({
        id,
        name: label,
        busy,
        total,
        waiting: 0,
      }));
}

function SplitNow({ now, by }: { readonly now: Overview; readonly by: Split }) {
  const { t } = useTranslation(capacityTexts);
  return (
    <ul aria-label={t(`split.${by}`)} className={styles['loads']}>
      {loadsOf(now, by).map(({ id, name, busy, total, waiting }) => (
        <Paper key={id} component="li" withBorder p="xs" bg="var(--surface)">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Bar
            label={name}
            total={total}
            parts={[{ name: t('now.busy'), value: busy, tone: 'busy' }]}
          />
          <Text size="xs" c="dimmed">
            {t('split.load', { busy, total })}
            {waiting > 0 && ` · ${t('split.waiting', { count: waiting })}`}
          </Text>
        </Paper>
      ))}
    </ul>
  );
}
