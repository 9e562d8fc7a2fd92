import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api-provider.tsx';
import type { LoginConfirmation } from '../../session/login-confirmation.ts';
import { sessionQuery } from '../../session/session-query.ts';
import { CentreDialog } from '../../shell/centre-dialog.tsx';
import { SecretFields } from './secret-fields.tsx';
import { credentialsIn, useLogin } from './use-login.ts';
import { loginTexts } from '../../texts/login.ts';

/** Asks the logged-in user for the password again. */
export function ConfirmDialog({ confirmation }: { readonly confirmation: LoginConfirmation }) {
  const { t } = useTranslation(loginTexts);
  const { data: session } = useQuery(sessionQuery(useApi()));
  const login = useLogin(() => confirmation.response(true));
  const cancel = (): void => confirmation.response(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void login.logIn(credentialsIn(new FormData(event.currentTarget)));
  };
  return (
    <CentreDialog title={t('confirm.title')} onClose={cancel} isClosedOnPurposeOnly isOnTop>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('confirm.lead')}</Text>
          <input
            hidden
            readOnly
            name="username"
            autoComplete="username"
            value={session?.user.username ?? ''}
          />
          <SecretFields {...login} whyNot={t('confirm.failed')} />
          <Group gap="sm" justify="end">
            <Button variant="default" onClick={cancel}>
              {t('confirm.cancel')}
            </Button>
            <Button type="submit" loading={login.isSending}>
              {t('confirm.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </CentreDialog>
  );
}
