import '@mantine/core/styles/PasswordInput.css';
import { PasswordInput, Text, TextInput } from '@mantine/core';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { loginTexts } from './login-texts.ts';
import type { Login } from './use-login.ts';

interface SecretFieldsProps extends Pick<Login, 'failed' | 'needsCode'> {
  /** What a failure is about. */
  readonly whyNot: string;
}

/** Password, one-time code once the server asked for it, and why the last attempt failed. */
export function SecretFields({ failed, needsCode, whyNot }: SecretFieldsProps) {
  const { t, language } = useTexts(loginTexts);
  return (
    <>
      <PasswordInput
        name="password"
        label={t('password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
      />
      {needsCode && (
        <TextInput
          name="one_time_code"
          label={t('code')}
          description={t('code.help')}
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          autoFocus
        />
      )}
      {failed !== null && (
        <FailureNotice failed={failed} title={whyNot}>
          {failed.kind === 'refused' && failed.retryAfterMs !== null && (
            <Text size="sm">{t('wait', { time: timeIn(failed.retryAfterMs, language) })}</Text>
          )}
        </FailureNotice>
      )}
    </>
  );
}

function timeIn(ms: number, language: string): string {
  return new Date(Date.now() + ms).toLocaleTimeString(language);
}
