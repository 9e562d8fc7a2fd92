import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ClearFilters } from '../../../shell/clear-filters.tsx';
import { EmptyState } from '../../../shell/empty-state.tsx';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { useAddress } from '../../../shell/use-address.ts';
import type { JobCardProps } from './job-card.tsx';
import type { FeedState, JobFeed } from './job-feed.ts';
import { filterOf, isFiltering, matchJob, workbenchStatuses } from './job-filter.ts';
import { JobGrid } from './job-grid.tsx';
import { workbenchTexts } from '../../../texts/workbench.ts';

export interface JobListProps extends Omit<JobCardProps, 'job' | 'position'> {
  readonly feed: JobFeed;
  readonly state: FeedState;
  readonly families: readonly string[];
}

/** Jobs, newest first; older ones load on scrolling or while a filter is active. */
export function JobList({ feed, state, families, ...actions }: JobListProps) {
  const { t } = useTranslation(workbenchTexts);
  const [address] = useAddress();
  const { q, state: status, family } = address;
  const wanted = useDeferredValue(
    useMemo(() => filterOf({ q, state: status, family }), [q, status, family]),
  );
  const { jobs: known } = state.collection;
  const jobs = useMemo(() => known.filter((job) => matchJob(job, wanted)), [known, wanted]);
  const readMore = useCallback(() => void feed.loadMore(), [feed]);
  return (
    <Stack gap="md">
      <FilterBar families={families} />
      <ListNotes state={state} count={isFiltering(filterOf(address)) ? jobs.length : null} />
      {state.failed !== null && (
        <FailureNotice failed={state.failed} onRetry={() => feed.refreshNow()} />
      )}
      {state.isLoaded && known.length === 0 && <FirstSteps />}
      {known.length > 0 && jobs.length === 0 && !state.isLoadingMore && (
        <Text>{t('jobs.filtered-empty')}</Text>
      )}
      {known.length > 0 && (
        <JobGrid
          key={JSON.stringify(wanted)}
          jobs={jobs}
          readCount={known.length}
          onEnd={readMore}
          {...actions}
        />
      )}
    </Stack>
  );
}

interface ListNotesProps extends Pick<JobListProps, 'state'> {
  /** Number of jobs that match the filters; null without filters. */
  readonly count: number | null;
}

function ListNotes({ state, count }: ListNotesProps) {
  const { t } = useTranslation(workbenchTexts);
  const known = state.collection.jobs.length;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="xs" c="dimmed" visibleFrom="sm">
        {t('jobs.hint')}
      </Text>
      <Text size="xs" c="dimmed" role="status">
        {count !== null && t('jobs.shown', { count, known })}
        {state.isLoadingMore && ` · ${t('jobs.reading')}`}
      </Text>
    </Group>
  );
}

function FirstSteps() {
  const { t } = useTranslation(workbenchTexts);
  return (
    <EmptyState icon="video" title={t('jobs.empty')}>
      {t('jobs.empty.how')}
    </EmptyState>
  );
}

/** Filters of the list, kept in the address. */
function FilterBar({ families }: { readonly families: readonly string[] }) {
  const { t } = useTranslation(workbenchTexts);
  const [address, change] = useAddress();
  const filter = filterOf(address);
  return (
    <Group gap="xs" role="search">
      <TextInput
        type="search"
        flex="1 1 10rem"
        aria-label={t('filter.text')}
        placeholder={t('filter.text')}
        leftSection={<Icon name="search" size={16} />}
        value={filter.text}
        onChange={({ currentTarget }) => change({ q: currentTarget.value })}
      />
      <FilterSelects families={families} />
      {isFiltering(filter) && (
        <ClearFilters
          none={{ q: undefined, state: undefined, family: undefined }}
          variant="subtle"
        />
      )}
    </Group>
  );
}

function FilterSelects({ families }: { readonly families: readonly string[] }) {
  const { t } = useTranslation(workbenchTexts);
  const [address, change] = useAddress();
  const filter = filterOf(address);
  return (
    <>
      <NativeSelect
        aria-label={t('filter.state')}
        value={filter.status ?? ''}
        onChange={({ currentTarget }) => change({ state: currentTarget.value })}
        data={[
          { value: '', label: t('filter.any-state') },
          ...workbenchStatuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t('filter.family')}
        value={filter.family ?? ''}
        onChange={({ currentTarget }) => change({ family: currentTarget.value })}
        data={[{ value: '', label: t('filter.any-family') }, ...families]}
      />
    </>
  );
}
