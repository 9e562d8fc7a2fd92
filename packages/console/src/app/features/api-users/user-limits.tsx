import { Text } from '@mantine/core';
import type { ApiUser } from '../../api/answers.ts';
import type { Translate } from '../../texts/use-texts.ts';
import type { apiUsersTexts } from './api-users-texts.ts';

export interface UserLimitsProps {
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
