import { Text } from '@mantine/core';
import type { ApiUser } from '../../api/answers.ts';
import { Bar } from '../../shell/bar.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { apiUsersTexts } from './api-users-texts.ts';
import { takenCredits } from './taken-credits.ts';

export interface QuotaBarProps {
  readonly user: ApiUser;
  /** Whether each part is also said in words. */
  readonly withLegend?: boolean;
}

/** What an API user has used, reserved and held of its limit, as figures above a bar; without a limit a bar would say little. */
export function QuotaBar({ user, withLegend = false }: QuotaBarProps) {
  const { t, language } = useTexts(apiUsersTexts);
  const { usage, total_limit: limit } = user;
  const say = (value: number): string => value.toLocaleString(language);
  const taken = say(takenCredits(user));
  return (
    <div>
      <Text size="xs" ff="inherit" mb={2}>
        {limit === null
          ? t('quota.unlimited', { taken })
          : t('quota.of', { taken, limit: say(limit) })}
      </Text>
      {(limit !== null || withLegend) && (
        <Bar
          label={t('column.quota')}
          total={limit}
          say={say}
          withLegend={withLegend}
          parts={[
            { name: t('quota.used'), value: usage.used, tone: 'busy' },
            { name: t('quota.reserved'), value: usage.reserved, tone: 'good' },
            { name: t('quota.held'), value: usage.held, tone: 'unsure' },
          ]}
        />
      )}
    </div>
  );
}
