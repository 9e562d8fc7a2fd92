import { Button, Group, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiUser } from '../../api/responses.ts';
import { useRequest } from '../../api/use-request.ts';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import type { ShownKey } from './key-dialog.tsx';
import { apiUsersTexts } from '../../texts/api-users.ts';

export interface UserAccessProps {
  readonly user: ApiUser;
  readonly onKey: (shown: ShownKey) => void;
}

/** Rotate key, disable, enable and revoke links of an API user. */
export function UserAccess({ user, onKey }: UserAccessProps) {
  const { t } = useTranslation(apiUsersTexts);
  const { failed, isSending, rotate, setEnabled, revokeLinks } = useUserAccess(user, onKey);
  const { name } = user;
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {t('access')}
      </Title>
      <Stack gap="sm">
        <Group gap="sm">
          <ConfirmButton
            question={t('rotate.question', { name })}
            confirm={t('rotate.confirm')}
            onConfirm={rotate}
            leftSection={<Icon name="key" size={15} />}
          >
            {t('rotate')}
          </ConfirmButton>
          <ConfirmButton
            question={t('revoke.question', { name })}
            confirm={t('revoke')}
            onConfirm={revokeLinks}
          >
            {t('revoke')}
          </ConfirmButton>
          <UserSwitch user={user} isSending={isSending} onSwitch={setEnabled} />
        </Group>
        {failed !== null && <FailureNotice failed={failed} />}
      </Stack>
    </section>
  );
}

interface UserSwitchProps {
  readonly user: ApiUser;
  readonly isSending: boolean;
  readonly onSwitch: (enabled: boolean) => Promise<void>;
}

function UserSwitch({ user: { name, enabled }, isSending, onSwitch }: UserSwitchProps) {
  const { t } = useTranslation(apiUsersTexts);
  return enabled ? (
    <ConfirmButton
      question={t('disable.question', { name })}
      onConfirm={() => onSwitch(false)}
      leftSection={<Icon name="pause" size={15} />}
    >
      {t('disable')}
    </ConfirmButton>
  ) : (
    <Button
      size="xs"
      loading={isSending}
      leftSection={<Icon name="play" size={15} />}
      onClick={() => void onSwitch(true)}
    >
      {t('enable')}
    </Button>
  );
}

function useUserAccess(user: ApiUser, onKey: UserAccessProps['onKey']) {
  const { send, failed, isSending } = useRequest();
  const queries = useQueryClient();
  const path = '/api/v1/admin/api-users/{id}';
  const params = { id: user.id };
  const readAgain = () => queries.invalidateQueries({ queryKey: ['api-users'] });
  return {
    failed,
    isSending,
    rotate: async () => {
      const outcome = await send({ path: `${path}/rotate`, method: 'POST', params });
      if (outcome.kind === 'answered') onKey({ ...outcome.value, isReplacement: true });
      await readAgain();
    },
    revokeLinks: async () => {
      await send({ path: `${path}/revoke-links`, method: 'POST', params });
    },
    setEnabled: async (enabled: boolean) => {
      await send({ path, method: 'PATCH', params, body: { enabled } });
      await readAgain();
    },
  };
}
