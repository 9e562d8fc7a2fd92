import { Alert, Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { Setting } from '../../api/responses.ts';
import { useApi } from '../../api/api-provider.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { useAddress } from '../../shell/use-address.ts';
import styles from './empty-key-banner.module.css';
import { SettingRow } from './setting-row.tsx';
import { inLanguage } from './setting-value.ts';
import { settingsQuery } from './settings-query.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { useLanguage } from '../../texts/use-language.ts';

/** Shown on top while no service key is set, with a button that sets one [console.settings-empty-key]. */
export function EmptyKeyBanner({ onMend }: { readonly onMend: () => void }) {
  const { t } = useTranslation(settingsTexts);
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

/** Groups in the order of setting up a gateway. */
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

/** Settings by group: values, their sources, and edit actions. */
export function SettingsPage() {
  const { t } = useTranslation(settingsTexts);
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
  const { t } = useTranslation(settingsTexts);
  const language = useLanguage();
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
