import '@mantine/core/styles/PasswordInput.css';
import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import type { Login } from './use-login.ts';
import { loginTexts } from '../../texts/login.ts';
import { useLanguage } from '../../texts/use-language.ts';

interface SecretFieldsProps extends Pick<Login, 'failed' | 'needsCode'> {
  /** Title of a failure. */
  readonly whyNot: string;
}

/** Password, one-time code once the server requires it, and the failure of the last attempt. */
export function SecretFields({ failed, needsCode, whyNot }: SecretFieldsProps) {
  const { t } = useTranslation(loginTexts);
  const language = useLanguage();
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
