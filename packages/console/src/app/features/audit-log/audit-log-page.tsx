import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../api/responses.ts';
import { useApi } from '../../api/api-provider.tsx';
import { ClearFilters } from '../../shell/clear-filters.tsx';
import { DataTable } from '../../shell/data-table/data-table.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import styles from '../../shell/filter-grid.module.css';
import { Icon } from '../../shell/icon.tsx';
import { NoneFits } from '../../shell/none-fits.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { type Address, useAddress } from '../../shell/use-address.ts';
import { type Pages, usePages } from '../../shell/use-pages.ts';
import { areaNames, auditAreas } from './audit-actions.ts';
import { auditColumns } from './audit-columns.tsx';
import { auditLogTexts } from '../../texts/audit-log.ts';

const everyMs = 10_000;
const typingMs = 250;

/** All administrative changes with old and new values. */
export function AuditLogPage() {
  const { t } = useTranslation(auditLogTexts);
  const [{ actor, action, target }] = useAddress();
  const [filters] = useDebouncedValue(
    { actor: actor?.trim(), action, target: target?.trim() },
    typingMs,
  );
  const api = useApi();
  const entries = usePages({
    key: ['audit-log'],
    read: (query, signal) => api.ask({ path: '/api/v1/admin/audit-log', query, signal }),
    filters,
    everyMs,
  });
  return (
    <Stack>
      <div>
        <PageHeading title={t('title')} />
        <Text c="dimmed" size="sm">
          {t('lead')}
        </Text>
      </div>
      <AuditFilters />
      {entries.failed !== null && <FailureNotice failed={entries.failed} onRetry={entries.retry} />}
      <Entries entries={entries} />
    </Stack>
  );
}

function Entries({ entries }: { readonly entries: Pages<AuditEntry> }) {
  const { t } = useTranslation(auditLogTexts);
  const [address] = useAddress();
  const columns = useMemo(() => auditColumns(t), [t]);
  if (entries.rows.length > 0)
    return (
      <DataTable
        label={t('table')}
        columns={columns}
        rows={entries.rows}
        idOf={({ id }) => id}
        onEnd={entries.readMore}
        isReadingMore={entries.isReadingMore}
        minWidth={820}
      />
    );
  if (entries.isLoading || entries.failed !== null) return null;
  return isFiltering(address) ? (
    <NoneFits title={t('none.title')} none={noFilters}>
      {t('none.text')}
    </NoneFits>
  ) : (
    <EmptyState icon="shield" title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  );
}

/** Address change that removes every filter. */
export const noFilters = { actor: undefined, action: undefined, target: undefined } as const;

export function isFiltering({ actor = '', action = '', target = '' }: Address): boolean {
  return `${actor}${action}${target}` !== '';
}

export function AuditFilters() {
  const { t } = useTranslation(auditLogTexts);
  const [address, change] = useAddress();
  const { actor = '', target = '' } = address;
  return (
    <search className={styles['filters']} aria-label={t('filters')}>
      <TextInput
        className={styles['wide'] ?? ''}
        type="search"
        label={t('filter.target')}
        leftSection={<Icon name="search" size={16} />}
        value={target}
        onChange={({ currentTarget }) => change({ target: currentTarget.value })}
      />
      <ActionFilter />
      <TextInput
        label={t('filter.actor')}
        autoComplete="off"
        value={actor}
        onChange={({ currentTarget }) => change({ actor: currentTarget.value })}
      />
      {isFiltering(address) && <ClearFilters none={noFilters} />}
    </search>
  );
}

function ActionFilter() {
  const { t } = useTranslation(auditLogTexts);
  const [{ action = '' }, change] = useAddress();
  return (
    <NativeSelect
      label={t('filter.action')}
      value={action}
      onChange={({ currentTarget }) => change({ action: currentTarget.value })}
      data={[
        { value: '', label: t('filter.action.any') },
        {
          group: t('filter.areas'),
          items: areaNames
            .filter((area) => auditAreas[area].length > 1)
            .map((area) => ({ value: auditAreas[area].join(','), label: t(`area.${area}`) })),
        },
        {
          group: t('filter.actions'),
          items: areaNames
            .flatMap((area) => [...auditAreas[area]])
            .map((name) => ({ value: name, label: t(`action.${name}`) })),
        },
      ]}
    />
  );
}
