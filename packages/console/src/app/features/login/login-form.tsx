import '@mantine/core/styles/PasswordInput.css';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useApi } from '../../api/api-provider.tsx';
import type { Failed } from '../../api/outcome.ts';
import { useSessionTraces } from '../../session/session-traces.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { loginTexts } from './login-texts.ts';

export function LoginForm() {
  const { t } = useTexts(loginTexts);
  const { failed, needsCode, isSending, logIn } = useLogin();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void logIn(credentialsIn(new FormData(event.currentTarget)));
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
        {needsCode && <CodeField />}
        {failed !== null && !isCodeWanted(failed) && <LoginFailure failed={failed} />}
        <Button type="submit" loading={isSending}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}

function credentialsIn(fields: FormData): Credentials {
  const textOf = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const code = textOf('one_time_code');
  return {
    username: textOf('username'),
    password: textOf('password'),
    ...(code !== '' && { one_time_code: code }),
  };
}

/** Once the server asked for it. */
function CodeField() {
  const { t } = useTexts(loginTexts);
  return (
    <TextInput
      name="one_time_code"
      label={t('code')}
      description={t('code.help')}
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      autoFocus
    />
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

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly one_time_code?: string;
}

interface Login {
  /** Why the last attempt led nowhere. */
  readonly failed: Failed | null;
  /** Whether a one-time code was asked for. */
  readonly needsCode: boolean;
  readonly isSending: boolean;
  readonly logIn: (credentials: Credentials) => Promise<void>;
}

function useLogin(): Login {
  const api = useApi();
  const queries = useQueryClient();
  const [failed, setFailed] = useState<Failed | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const [isSending, setSending] = useState(false);
  const { drafts } = useSessionTraces();
  return {
    failed,
    needsCode,
    isSending,
    async logIn(body) {
      setSending(true);
      const path = '/api/v1/auth/login';
      const outcome = await api.ask({ path, method: 'POST', body });
      setSending(false);
      if (outcome.kind === 'answered') {
        await drafts.bringBack();
        queries.setQueryData(['session'], outcome.value);
      } else if (isCodeWanted(outcome)) setNeedsCode(true);
      setFailed(outcome.kind === 'answered' ? null : outcome);
    },
  };
}

function isCodeWanted(failed: Failed): boolean {
  return failed.kind === 'refused' && failed.code === 'one_time_code_required';
}

function timeIn(ms: number, language: string): string {
  return new Date(Date.now() + ms).toLocaleTimeString(language);
}
