import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import styles from './key-in-use-notice.module.css';
import { accountsTexts } from '../../texts/accounts.ts';

export interface KeyInUseNoticeProps {
  /** Jobs in flight on the account. */
  readonly jobs: number;
  readonly onReplace: () => void;
}

/**
 * Shown after a new secret was refused because jobs in flight can only be read with the stored one. Explains the
 * possible loss and offers to replace the secret anyway.
 */
export function KeyInUseNotice({ jobs, onReplace }: KeyInUseNoticeProps) {
  const { t } = useTranslation(accountsTexts);
  return (
    <section className={styles['notice']} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text fw={600} size="sm">
          {jobs === 0 ? t('key-in-use.over') : t('key-in-use.title', { count: jobs })}
        </Text>
        <Text size="sm">{t(jobs === 0 ? 'key-in-use.save' : 'key-in-use.text')}</Text>
        {jobs > 0 && (
          <ConfirmButton question={t('key-in-use.question', { count: jobs })} onConfirm={onReplace}>
            {t('key-in-use.replace')}
          </ConfirmButton>
        )}
      </Stack>
    </section>
  );
}
