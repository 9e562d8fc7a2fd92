import { Button, Stack, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionTraces } from '../../session/session-traces.tsx';
import { SecretFields } from './secret-fields.tsx';
import { credentialsIn, useLogin } from './use-login.ts';
import { loginTexts } from '../../texts/login.ts';

export function LoginForm() {
  const { t } = useTranslation(loginTexts);
  const { drafts } = useSessionTraces();
  const login = useLogin(() => drafts.bringBack());
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void login.logIn(credentialsIn(new FormData(event.currentTarget)));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          name="username"
          label={t('username')}
          defaultValue="admin"
          autoComplete="username"
          required
          withAsterisk={false}
        />
        <SecretFields {...login} whyNot={t('failed')} />
        <Button type="submit" loading={login.isSending}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}
