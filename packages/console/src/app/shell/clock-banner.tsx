import { Alert, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../api/api-provider.tsx';
import { valueOf } from '../api/request-failed.ts';
import { clockState } from '../api/schemas/clock.ts';
import { useRequest } from '../api/use-request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { ConfirmButton } from './confirm-button.tsx';
import styles from './failure-notice.module.css';
import { FailureNotice } from './failure-notice.tsx';
import { InstantText } from './instant-text.tsx';
import { shellTexts } from './shell-texts.ts';

const queryKey = ['clock'];
const everyMs = 60_000;

function useClock() {
  const api = useApi();
  const queries = useQueryClient();
  const { send, failed } = useRequest();
  const { data } = useQuery({
    queryKey,
    staleTime: everyMs,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      valueOf(await api.ask({ path: '/api/v1/admin/clock', schema: clockState, signal })),
  });
  const confirm = async (): Promise<void> => {
    const path = '/api/v1/admin/clock/confirm';
    const outcome = await send({ path, method: 'POST', schema: clockState });
    if (outcome.kind === 'answered') queries.setQueryData(queryKey, outcome.value);
  };
  return { jump: data?.jump ?? null, confirm, failed };
}

/** Says on every page that the clock jumped ahead, and lets a person confirm that it is right. */
export function ClockBanner() {
  const { t } = useTexts(shellTexts);
  const { jump, confirm, failed } = useClock();
  if (jump === null) return null;
  const { witnessed_at: witnessedAt, clock_at: clockAt } = jump;
  return (
    <Alert
      role="status"
      mb="md"
      variant="default"
      className={styles['notice'] ?? ''}
      title={t('clock')}
    >
      <Text size="sm" component="div">
        {t('clock.says')} <InstantText at={clockAt} />. {t('clock.witnessed')}{' '}
        <InstantText at={witnessedAt} />. {t('clock.why')}
      </Text>
      <Group mt="xs">
        <ConfirmButton
          question={t('clock.question')}
          confirm={t('clock.confirm')}
          onConfirm={confirm}
        >
          {t('clock.confirm')}
        </ConfirmButton>
      </Group>
      {failed !== null && <FailureNotice failed={failed} />}
    </Alert>
  );
}
