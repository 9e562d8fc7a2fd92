import { Stack, Text } from '@mantine/core';
import { ConfirmButton } from '../../shell/confirm-button.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { secretTexts } from './secret-texts.ts';
import styles from './key-in-use-notice.module.css';

export interface KeyInUseNoticeProps {
  /** Jobs in flight on the account now. */
  readonly jobs: number;
  readonly onReplace: () => void;
}

/**
 * A new secret was refused because only the stored one can read jobs in flight. Says what may be lost, and replaces the
 * secret anyway if told to.
 */
export function KeyInUseNotice({ jobs, onReplace }: KeyInUseNoticeProps) {
  const { t } = useTexts(secretTexts);
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
