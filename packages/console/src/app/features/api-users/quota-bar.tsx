import { Text } from '@mantine/core';
import type { ApiUser } from '../../api/responses.ts';
import { Bar } from '../../shell/bar.tsx';
import { type Translate, useTexts } from '../../texts/use-texts.ts';
import { apiUsersTexts } from './api-users-texts.ts';

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

/** Credits that count against the limit: used, reserved and held. */
export function takenCredits({ usage }: Pick<ApiUser, 'usage'>): number {
  return usage.used + usage.reserved + usage.held;
}

/** Whether nothing more can be reserved, not even the cheapest video. */
export function isAtLimit(user: Pick<ApiUser, 'usage' | 'total_limit'>): boolean {
  return user.total_limit !== null && takenCredits(user) >= user.total_limit;
}

interface UserLimitsProps {
  readonly user: Pick<ApiUser, 'max_open_jobs' | 'max_requests_per_minute'>;
  readonly t: Translate<(typeof apiUsersTexts)['en']>;
}

/** How many videos of a user may be open, and how many requests it may make, in a few words. */
export function UserLimits({ user, t }: UserLimitsProps) {
  const { max_open_jobs: open, max_requests_per_minute: requests } = user;
  if (open === null && requests === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('limits.none')}
      </Text>
    );
  }
  return (
    <>
      {open !== null && <Text size="sm">{t('limits.open-jobs', { count: open })}</Text>}
      {requests !== null && <Text size="sm">{t('limits.requests', { count: requests })}</Text>}
    </>
  );
}
