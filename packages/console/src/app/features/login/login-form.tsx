import '@mantine/core/styles/PasswordInput.css';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useApi } from '../../api/api-provider.tsx';
import type { Failed } from '../../api/outcome.ts';
import { session } from '../../api/schemas/session.ts';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { loginTexts } from './login-texts.ts';

export function LoginForm() {
  const { t } = useTexts(loginTexts);
  const { failed, isSending, logIn } = useLogin();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const textOf = (name: string): string => {
      const value = fields.get(name);
      return typeof value === 'string' ? value : '';
    };
    void logIn({ username: textOf('username'), password: textOf('password') });
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
        <PasswordInput
          name="password"
          label={t('password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
        />
        {failed !== null && <LoginFailure failed={failed} />}
        <Button type="submit" loading={isSending}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}

function LoginFailure({ failed }: { readonly failed: Failed }) {
  const { t, language } = useTexts(loginTexts);
  return (
    <FailureNotice failed={failed} title={t('failed')}>
      {failed.kind === 'refused' && failed.retryAfterMs !== null && (
        <Text size="sm">{t('wait', { time: timeIn(failed.retryAfterMs, language) })}</Text>
      )}
    </FailureNotice>
  );
}

interface Login {
  /** Why the last attempt led nowhere. */
  readonly failed: Failed | null;
  readonly isSending: boolean;
  readonly logIn: (credentials: {
    readonly username: string;
    readonly password: string;
  }) => Promise<void>;
}

function useLogin(): Login {
  const api = useApi();
  const queries = useQueryClient();
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isSending, setSending] = useState(false);
  return {
    failed,
    isSending,
    async logIn(body) {
      setSending(true);
      const path = '/api/v1/auth/login';
      const outcome = await api.ask({ path, method: 'POST', body, schema: session });
      setSending(false);
      if (outcome.kind === 'answered') queries.setQueryData(['session'], outcome.value);
      setFailed(outcome.kind === 'answered' ? null : outcome);
    },
  };
}

function timeIn(ms: number, language: string): string {
  return new Date(Date.now() + ms).toLocaleTimeString(language);
}
