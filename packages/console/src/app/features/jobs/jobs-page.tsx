import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api-provider.tsx';
import type { AdminJob } from '../../api/responses.ts';
import { DataTable } from '../../shell/data-table/data-table.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { NoneFits } from '../../shell/none-fits.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { useOpened } from '../../shell/use-opened.ts';
import { useNow } from '../../shell/use-now.ts';
import { type Pages, usePages } from '../../shell/use-pages.ts';
import { JobDrawer } from './detail/job-drawer.tsx';
import { jobColumns } from './list/job-columns.tsx';
import { JobFilters } from './list/job-filters.tsx';
import { ActsBar } from './many/acts-bar.tsx';
import type { Filters } from './many/act-on-jobs.ts';
import { type SelectionState, useSelection } from './many/selection.ts';
import { filtersIn, isFiltering, noFilters, readFilters } from './list/read-filters.ts';
import { jobsTexts } from '../../texts/jobs.ts';

/** Jobs of every owner with their details. */
export function JobsPage() {
  const { t } = useTranslation(jobsTexts);
  const { id, close } = useOpened('job');
  const { filters, ...jobs } = useJobs();
  const [address] = useAddress();
  const selected = useSelection(filtersIn(address));
  return (
    <Stack>
      <div>
        <PageHeading title={t('title')}>
          <Text c="dimmed" size="sm" role="status">
            {jobs.rows.length > 0 &&
              t(jobs.hasMore ? 'shown.more' : 'shown', { count: jobs.rows.length })}
          </Text>
        </PageHeading>
        <Text c="dimmed" size="sm">
          {t('lead')}
        </Text>
      </div>
      <JobFilters known={jobs.rows} />
      {jobs.failed !== null && <FailureNotice failed={jobs.failed} onRetry={jobs.retry} />}
      {jobs.unreadable.length > 0 && (
        <Alert
          role="status"
          variant="default"
          icon={<Icon name="question" />}
          title={t('unreadable', { count: jobs.unreadable.length })}
        >
          <Text size="sm">{jobs.unreadable.join(', ')}</Text>
        </Alert>
      )}
      <ActsBar shown={jobs.rows} hasMore={jobs.hasMore} filters={filters} selected={selected} />
      <Jobs jobs={jobs} selected={selected} />
      {id !== undefined && id !== '' && <JobDrawer key={id} id={id} onClose={close} />}
    </Stack>
  );
}

const typingMs = 250;
/** Polling interval of a short list. A long list is reloaded completely, so less often. */
const shortListMs = 3000;
const longListMs = 20_000;
const shortListRows = 100;

function useJobs(): Pages<AdminJob> & { readonly filters: Filters } {
  const [address] = useAddress();
  const [isLong, setLong] = useState(false);
  const now = useNow(60_000);
  const [filters] = useDebouncedValue(readFilters(address, now), typingMs);
  const api = useApi();
  const pages = usePages({
    key: ['jobs'],
    read: (query, signal) => api.ask({ path: '/api/v1/admin/jobs', query, signal }),
    filters,
    everyMs: isLong ? longListMs : shortListMs,
  });
  if (isLong !== pages.rows.length > shortListRows) setLong(!isLong);
  return { ...pages, filters };
}

interface JobsProps {
  readonly jobs: Pages<AdminJob>;
  readonly selected: SelectionState;
}

function Jobs({ jobs, selected }: JobsProps) {
  const { t } = useTranslation(jobsTexts);
  const [address] = useAddress();
  const opened = useOpened('job');
  const columns = useMemo(() => jobColumns(t, selected), [t, selected]);
  if (jobs.rows.length > 0)
    return (
      <DataTable
        label={t('table')}
        columns={columns}
        rows={jobs.rows}
        idOf={({ id }) => id}
        onOpen={({ id }) => opened.open(id)}
        onSelect={({ id }) => selected.toggle(id)}
        openedId={opened.id}
        onEnd={jobs.readMore}
        isReadingMore={jobs.isReadingMore}
        minWidth={900}
      />
    );
  if (jobs.isLoading || jobs.failed !== null) return null;
  return isFiltering(address) ? (
    <NoneFits title={t('none.title')} none={noFilters}>
      {t('none.text')}
    </NoneFits>
  ) : (
    <NoneYet />
  );
}

function NoneYet() {
  const { t } = useTranslation(jobsTexts);
  return (
    <EmptyState
      icon="video"
      title={t('empty.title')}
      action={
        <Anchor renderRoot={(props) => <Link to="/video" {...props} />}>{t('empty.action')}</Anchor>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}
