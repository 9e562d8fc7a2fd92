import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PoolAccount } from '../../api/answers.ts';
import { useRequest } from '../../api/use-request.ts';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { accountsTexts } from './accounts-texts.ts';

export interface AccountActionsProps {
  readonly account: PoolAccount;
  /** It is gone already, since nothing ran on it. */
  readonly onDeleted: (label: string) => void;
}

/** Pauses, resumes and deletes. What is being deleted already can only be waited for. */
export function AccountActions({ account, onDeleted }: AccountActionsProps) {
  const { t } = useTexts(accountsTexts);
  const { failed, isSending, setEnabled, remove } = useAccountActions(account, onDeleted);
  const { label, busy, enabled, state } = account;
  if (state === 'draining') return null;
  return (
    <Stack gap="sm">
      <Group gap="sm" role="group" aria-label={t('actions')}>
        {enabled ? (
          <ConfirmButton
            question={t('pause.question', { label })}
            onConfirm={() => setEnabled(false)}
            leftSection={<Icon name="pause" size={15} />}
          >
            {t('pause')}
          </ConfirmButton>
        ) : (
          <Button
            size="xs"
            loading={isSending}
            leftSection={<Icon name="play" size={15} />}
            onClick={() => void setEnabled(true)}
          >
            {t('resume')}
          </Button>
        )}
        <ConfirmButton
          question={
            busy === 0 ? t('delete.idle', { label }) : t('delete.running', { label, count: busy })
          }
          onConfirm={remove}
          leftSection={<Icon name="trash" size={15} />}
        >
          {t('delete')}
        </ConfirmButton>
      </Group>
      {failed !== null && <FailureNotice failed={failed} />}
    </Stack>
  );
}

function useAccountActions(account: PoolAccount, onDeleted: AccountActionsProps['onDeleted']) {
  const { send, failed, isSending } = useRequest();
  const queries = useQueryClient();
  const path = '/api/v1/admin/accounts/{id}';
  const params = { id: account.id };
  const readAgain = () => queries.invalidateQueries({ queryKey: ['accounts'] });
  return {
    failed,
    isSending,
    setEnabled: async (enabled: boolean) => {
      await send({ path, method: 'PATCH', params, body: { enabled } });
      await readAgain();
    },
    remove: async () => {
      const outcome = await send({ path, method: 'DELETE', params });
      await readAgain();
      // Draining accounts are told; one that is gone is not.
      if (outcome.kind === 'answered' && outcome.value === null) onDeleted(account.label);
    },
  };
}
