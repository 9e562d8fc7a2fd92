import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api-provider.tsx';
import type { WorkbenchModel } from '../../../api/answers.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { formTexts } from './form-texts.ts';
import { accountsQuery } from './accounts-query.ts';
import { freeSlots } from './free-slots.ts';

export interface CostLineProps {
  readonly model: WorkbenchModel;
  /** Id of the account chosen; null for any. */
  readonly account: string | null;
}

/** What it will cost and whether it can start at once, before anybody presses. */
export function CostLine({ model, account }: CostLineProps) {
  const { t } = useTexts(formTexts);
  const { data } = useQuery(accountsQuery(useApi()));
  const usable = data?.filter(({ id }) => account === null || id === account);
  return (
    <Group justify="space-between" gap="xs">
      <Text fw={650}>{t('cost', { count: model.credits })}</Text>
      <Text size="sm" c="dimmed">
        {usable !== undefined && saySlots(freeSlots(usable, model.family))}
      </Text>
    </Group>
  );

  function saySlots({ free, total }: ReturnType<typeof freeSlots>): string {
    if (total === 0) return t('slots.none');
    return free === 0 ? t('slots.wait', { total }) : t('slots', { free, total });
  }
}
