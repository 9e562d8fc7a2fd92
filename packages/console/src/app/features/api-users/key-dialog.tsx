import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api-provider.tsx';
import type { ApiUserWithKey } from '../../api/responses.ts';
import { CentreDialog } from '../../shell/centre-dialog.tsx';
import { CopyButton } from '../../shell/copy-button.tsx';
import { Icon } from '../../shell/icon.tsx';
import { addressesQuery } from './addresses-query.ts';
import styles from './key-dialog.module.css';
import { makeKeyCalls } from './make-key-calls.ts';
import { apiUsersTexts } from '../../texts/api-users.ts';

export interface ShownKey extends ApiUserWithKey {
  /** True when the key replaces another one, which is revoked. */
  readonly isReplacement: boolean;
}

export interface KeyDialogProps {
  readonly shown: ShownKey;
  readonly onClose: () => void;
}

/** Shows a new key once. Escape, a click outside and the back button therefore do not close the dialog. */
export function KeyDialog({ shown, onClose }: KeyDialogProps) {
  const { t } = useTranslation(apiUsersTexts);
  const { api_user: user, key, isReplacement } = shown;
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true });
  return (
    <CentreDialog
      isClosedOnPurposeOnly
      onClose={onClose}
      size="lg"
      title={t(isReplacement ? 'key.title-rotated' : 'key.title-new', { name: user.name })}
    >
      <Stack>
        <Alert variant="default" icon={<Icon name="warning" />}>
          {isReplacement && <Text size="sm">{t('key.rotated')}</Text>}
          <Text size="sm">{t('key.warning')}</Text>
        </Alert>
        <Group gap="sm" wrap="nowrap" align="center" className={styles['key'] ?? ''}>
          <Code block className={styles['text'] ?? ''} aria-label={t('key.key')}>
            {key}
          </Code>
          <CopyButton text={key} label={t('key.copy')} size="sm" data-autofocus />
        </Group>
        <KeyCalls apiKey={key} />
        <Group justify="end">
          <Button onClick={onClose}>{t('key.close')}</Button>
        </Group>
      </Stack>
    </CentreDialog>
  );
}

/** Example calls; nothing when the Video Task API is not served at this address. */
function KeyCalls({ apiKey }: { readonly apiKey: string }) {
  const { t } = useTranslation(apiUsersTexts);
  const { data } = useQuery(addressesQuery(useApi()));
  const url = data?.tasks_url ?? null;
  if (url === null) return null;
  const { create, read } = makeKeyCalls({ url, key: apiKey });
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">{t('key.call')}</Text>
      <Code block w="100%" className={styles['text'] ?? ''}>
        {create}
      </Code>
      <CopyButton text={create} label={t('key.copy-call')} />
      <Text size="sm">{t('key.then')}</Text>
      <Code block w="100%" className={styles['text'] ?? ''}>
        {read}
      </Code>
    </Stack>
  );
}
