import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { CopyButton } from '../../shell/copy-button.tsx';
import { Icon } from '../../shell/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './security.module.css';
import { securityTexts } from './security-texts.ts';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The one time they are shown: the page stays until they are said to be kept. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { t } = useTexts(securityTexts);
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true });
  const text = codes.join('\n');
  return (
    <Stack gap="sm">
      <Alert role="status" variant="default" icon={<Icon name="warning" />}>
        <Text size="sm">{t('recovery.warning')}</Text>
      </Alert>
      <Code block className={styles['text'] ?? ''} aria-label={t('recovery')}>
        {text}
      </Code>
      <Group justify="end">
        <CopyButton text={text} label={t('recovery.copy')} size="sm" />
        <Button onClick={onClose}>{t('recovery.close')}</Button>
      </Group>
    </Stack>
  );
}
