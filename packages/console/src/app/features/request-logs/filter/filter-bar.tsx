import { Button, Group, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/api-provider.tsx';
import { ClearFilters } from '../../../shell/clear-filters.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { useAddress } from '../../../shell/use-address.ts';
import { modelFamiliesQuery } from '../../models/models-query.ts';
import { useUserNames } from '../../api-users/user-names.ts';
import { otherCallers } from '../request/caller-name.tsx';
import { filterOf, isFiltering, noFilter } from './request-filter.ts';
import styles from './filter-bar.module.css';
import { FilterText } from './filter-text.tsx';
import { InstantsFilter, PresetFilter, type SpanFilterProps } from './span-filter.tsx';
import { StatusFilter, type StatusFilterProps } from './status-filter.tsx';
import { requestLogsTexts } from '../../../texts/request-logs.ts';

const knownPaths: readonly string[] = [
  '/v1/videos',
  '/v1/videos/*',
  '/v1/models',
  '/v1/chat/completions',
  '/v1/images/generations',
  '/api/v1/assets',
  '/api/v1/video-jobs*',
  '/local-video/jobs',
];

/** Filters of the request log, kept in the address. */
export function FilterBar({ span, onCommit }: SpanFilterProps) {
  const { t } = useTranslation(requestLogsTexts);
  const [address, change] = useAddress();
  const filter = filterOf(address);
  const { path, caller, model, job } = filter;
  const hasMore = [path, caller, model, job].some((value) => value !== undefined);
  const [isOpen, more] = useDisclosure(hasMore || span.preset === null);
  return (
    <search aria-label={t('filter.label')} className={styles['bar']}>
      <div className={styles['row']}>
        <FilterText
          flex="1 1 14rem"
          label={t('filter.text')}
          placeholder={t('filter.text.hint')}
          leftSection={<Icon name="search" size={16} />}
          value={filter.q}
          onCommit={(q) => change({ q })}
        />
        <StatusFilter value={filter.status} onCommit={(status) => change({ status })} />
        <PresetFilter span={span} onCommit={onCommit} />
        <Group gap="xs">
          <Button
            variant="default"
            onClick={more.toggle}
            aria-expanded={isOpen}
            leftSection={<Icon name="sliders" size={16} />}
          >
            {t(isOpen ? 'filter.fewer' : 'filter.more')}
          </Button>
          {isFiltering(filter) && <ClearFilters none={noFilter} variant="subtle" />}
        </Group>
      </div>
      {isOpen && <MoreFilters span={span} onCommit={onCommit} />}
    </search>
  );
}

function MoreFilters({ span, onCommit }: SpanFilterProps) {
  const { t } = useTranslation(requestLogsTexts);
  const [address, change] = useAddress();
  const filter = filterOf(address);
  return (
    <div className={styles['row']}>
      <FilterText
        flex="1 1 11rem"
        label={t('filter.path')}
        placeholder={t('filter.path.hint')}
        value={filter.path}
        onCommit={(path) => change({ path })}
        suggestions={knownPaths}
      />
      <CallerFilter value={filter.caller} onCommit={(caller) => change({ caller })} />
      <FilterText
        flex="1 1 11rem"
        label={t('filter.model')}
        placeholder={t('filter.model.hint')}
        value={filter.model}
        onCommit={(model) => change({ model })}
        suggestions={useModelIds()}
      />
      <FilterText
        flex="1 1 9rem"
        label={t('filter.job')}
        placeholder={t('filter.job.hint')}
        value={filter.job}
        onCommit={(job) => change({ job })}
      />
      <InstantsFilter span={span} onCommit={onCommit} />
    </div>
  );
}

/** Caller: an API user by name, or another caller. */
function CallerFilter({ value = '', onCommit }: StatusFilterProps) {
  const { t } = useTranslation(requestLogsTexts);
  const names = useUserNames();
  const users = [...names].map(([id, name]) => ({ value: `user:${id}`, label: name }));
  // An API user may be given by id alone.
  const wanted = value.startsWith('us_') ? `user:${value}` : value;
  const others = otherCallers.map((other) => ({ value: other, label: t(`caller.${other}`) }));
  const isKnown = wanted === '' || [...users, ...others].some((one) => one.value === wanted);
  return (
    <NativeSelect
      label={t('filter.caller')}
      value={wanted}
      onChange={({ currentTarget }) => onCommit(currentTarget.value)}
      data={[
        { value: '', label: t('filter.any') },
        ...(isKnown ? [] : [{ value: wanted, label: wanted }]),
        ...(users.length === 0 ? [] : [{ group: t('callers.users'), items: users }]),
        { group: t('callers.others'), items: others },
      ]}
    />
  );
}

/** Every model id, as written in the log. */
function useModelIds(): readonly string[] {
  const { data } = useQuery(modelFamiliesQuery(useApi()));
  return data?.data.flatMap(({ ids }) => ids) ?? [];
}
