import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ApiUser } from '../../api/responses.ts';
import { Bar } from '../../shell/bar.tsx';
import { apiUsersTexts } from '../../texts/api-users.ts';
import { useLanguage } from '../../texts/use-language.ts';

export interface QuotaBarProps {
  readonly user: ApiUser;
  /** Adds a legend with the figures of each part. */
  readonly withLegend?: boolean;
}

/** Used, reserved and held credits of an API user as figures above a bar. No bar without a limit. */
export function QuotaBar({ user, withLegend = false }: QuotaBarProps) {
  const { t } = useTranslation(apiUsersTexts);
  const language = useLanguage();
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

/** True when not even the cheapest video can be reserved. */
export function isAtLimit(user: Pick<ApiUser, 'usage' | 'total_limit'>): boolean {
  return user.total_limit !== null && takenCredits(user) >= user.total_limit;
}

interface UserLimitsProps {
  readonly user: Pick<ApiUser, 'max_open_jobs' | 'max_requests_per_minute'>;
  readonly t: TFunction<'api-users'>;
}

/** Maximum open videos and requests of a user, in short. */
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
