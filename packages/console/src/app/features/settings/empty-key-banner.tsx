import { Alert, Button, Stack, Text } from '@mantine/core';
import { Icon } from '../../shell/icon.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './empty-key-banner.module.css';
import { settingsTexts } from './settings-texts.ts';

/** Stands on top while nobody is asked for a key (decisions §5 Empty service key), with the way to mend it. */
export function EmptyKeyBanner({ onMend }: { readonly onMend: () => void }) {
  const { t } = useTexts(settingsTexts);
  return (
    <Alert
      role="alert"
      variant="default"
      icon={<Icon name="warning" />}
      title={t('banner.title')}
      className={styles['banner'] ?? ''}
    >
      <Stack gap="xs" align="start">
        <Text size="sm">{t('banner.why')}</Text>
        <Button size="xs" color="red.8" onClick={onMend}>
          {t('banner.mend')}
        </Button>
      </Stack>
    </Alert>
  );
}
