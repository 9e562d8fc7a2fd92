import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useApi } from '../../api/api-provider.tsx';
import type { AuditEntry } from '../../api/answers.ts';
import { DataTable } from '../../shell/data-table/data-table.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { NoneFits } from '../../shell/none-fits.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { type Pages, usePages } from '../../shell/use-pages.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilters, isFiltering, noFilters } from './audit-filters.tsx';
import { auditLogTexts } from './audit-log-texts.ts';

const everyMs = 10_000;
const typingMs = 250;

/** Who changed what, and from what to what. */
export function AuditLogPage() {
  const { t } = useTexts(auditLogTexts);
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
  const { t } = useTexts(auditLogTexts);
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
