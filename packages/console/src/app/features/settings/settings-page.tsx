import { Alert, Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Setting } from '../../api/responses.ts';
import { useApi } from '../../api/api-provider.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './empty-key-banner.module.css';
import { SettingRow } from './setting-row.tsx';
import { inLanguage } from './setting-value.ts';
import { settingsQuery } from './settings-query.ts';
import { settingsTexts } from './settings-texts.ts';

/** Stands on top while callers need no key, with the way to mend it [console.settings-empty-key]. */
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

const serviceKey = 'service_api_key';

/** Groups in the order an operator sets a gateway up. */
const settingGroups = [
  'keys',
  'reach',
  'models',
  'jobs',
  'retention',
  'sessions',
  'log',
  'process',
  'mock',
] as const satisfies readonly Setting['group'][];

/** Every setting by what it is about: its value, where that came from, and how to change it. */
export function SettingsPage() {
  const { t } = useTexts(settingsTexts);
  const [{ q = '' }, change] = useAddress();
  const { data, error, refetch } = useQuery(settingsQuery(useApi()));
  const settings = data?.data ?? [];
  return (
    <>
      <PageHeading title={t('title')} />
      <Stack>
        {error !== null && (
          <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />
        )}
        {isEmptyOf(settings, serviceKey) && (
          <EmptyKeyBanner onMend={() => change({ q: undefined, setting: serviceKey })} />
        )}
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search.placeholder')}
          leftSection={<Icon name="search" />}
          value={q}
          onChange={({ currentTarget }) => change({ q: currentTarget.value })}
        />
        {data !== undefined && <Groups settings={settings} words={q} />}
      </Stack>
    </>
  );
}

function isEmptyOf(settings: readonly Setting[], wanted: string): boolean {
  const found = settings.find(({ name }) => name === wanted);
  return found !== undefined && (found.value === null || found.value === '');
}

interface GroupsProps {
  readonly settings: readonly Setting[];
  readonly words: string;
}

function Groups({ settings, words }: GroupsProps) {
  const { t, language } = useTexts(settingsTexts);
  const wanted = useDeferredValue(words).toLowerCase().split(/\s+/).filter(Boolean);
  const found = settings.filter(({ name, variable, title, help }) => {
    const said = `${inLanguage(title, language)} ${inLanguage(help, language)}`;
    const text = `${name} ${variable} ${said}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  if (found.length === 0) return <Text>{t('nothing')}</Text>;
  return settingGroups.map((group) => {
    const members = found.filter((setting) => setting.group === group);
    if (members.length === 0) return null;
    return (
      <section key={group} aria-labelledby={`group-${group}`}>
        <Title order={2} size="h5" mb="xs" id={`group-${group}`}>
          {t(`group.${group}`)}
        </Title>
        <Paper withBorder bg="var(--surface)">
          {members.map((setting) => (
            <Row key={setting.name} setting={setting} />
          ))}
        </Paper>
      </section>
    );
  });
}

function Row({ setting }: { readonly setting: Setting }) {
  const [{ setting: edited }, change] = useAddress();
  return (
    <SettingRow
      setting={setting}
      isEdited={edited === setting.name}
      onEdit={(isEdited) => change({ setting: isEdited ? setting.name : undefined })}
    />
  );
}
