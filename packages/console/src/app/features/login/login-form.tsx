import { Button, Stack, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { useSessionTraces } from '../../session/session-traces.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { loginTexts } from './login-texts.ts';
import { SecretFields } from './secret-fields.tsx';
import { credentialsIn, useLogin } from './use-login.ts';

export function LoginForm() {
  const { t } = useTexts(loginTexts);
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
