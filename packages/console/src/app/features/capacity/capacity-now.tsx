import { Group, Paper, Stack, Text } from '@mantine/core';
import type { Overview } from '../../api/answers.ts';
import { Bar } from '../../shell/bar.tsx';
import { type BadgeTone, ToneBadge } from '../../shell/tone-badge.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { capacityTexts } from './capacity-texts.ts';

/** Every account counts under one of these. */
const standings = [
  ['ready', 'good'],
  ['busy', 'busy'],
  ['cooling', 'unsure'],
  ['exhausted', 'bad'],
  ['login_required', 'bad'],
  ['disabled', 'quiet'],
] as const satisfies readonly (readonly [string, BadgeTone])[];

/** The slots of now, and what the accounts are up to. */
export function CapacityNow({ capacity }: Pick<Overview, 'capacity'>) {
  const { t } = useTexts(capacityTexts);
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
