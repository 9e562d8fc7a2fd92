import { Alert, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';
import type { Overview } from '../../api/answers.ts';
import { Icon } from '../../shell/icon.tsx';
import { InstantText } from '../../shell/instant-text.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { overviewTexts } from './overview-texts.ts';
import styles from './ruling-notice.module.css';

/** As many as a person looks at; the log has them all. */
const mostShown = 5;

function unreadableQuery(api: ApiClient, count: number) {
  return queryOptions({
    // Asked again when their number changes.
    queryKey: ['unreadable-jobs', count],
    enabled: count > 0,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/unreadable-jobs', signal })),
  });
}

/** Names jobs whose records cannot be read, and why; shows nothing when all can be read. */
export function UnreadableNotice({ queue: { unreadable: count } }: Pick<Overview, 'queue'>) {
  const { t } = useTexts(overviewTexts);
  const { data } = useQuery(unreadableQuery(useApi(), count));
  if (count === 0) return null;
  return (
    <Alert
      role="status"
      className={styles['notice'] ?? ''}
      variant="default"
      icon={<Icon name="question" />}
      title={t('unreadable.title', { count })}
    >
      <Text size="sm">{t('unreadable.text')}</Text>
      {data !== undefined && (
        <ul>
          {data.data.slice(0, mostShown).map(({ id, reason, noticed_at: at }) => (
            <li key={id}>
              <Text size="sm">
                <code>{id}</code>: {reason} (<InstantText at={at} />)
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
