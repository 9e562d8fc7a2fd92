import { type JobState, jobStates } from '@filmgate/core';
import { NativeSelect, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { AdminJob } from '../../../api/responses.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { useApi } from '../../../api/api-provider.tsx';
import { valueOf } from '../../../api/request-failed.ts';
import { ClearFilters } from '../../../shell/clear-filters.tsx';
import styles from '../../../shell/filter-grid.module.css';
import { Icon } from '../../../shell/icon.tsx';
import { useAddress } from '../../../shell/use-address.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { running, waiting } from '../job-groups.ts';
import { jobWords } from '../job-words.ts';
import { jobsTexts } from '../jobs-texts.ts';
import { isFiltering, noFilters, spans } from './read-filters.ts';

/** Accounts to choose from in a filter; a name that is new shows up within a minute. */
function accountNamesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['accounts', 'names'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      return valueOf(await api.ask({ path: '/api/v1/admin/accounts', signal })).data;
    },
  });
}

export interface JobFiltersProps {
  /** Jobs that were read, whose models and owners are suggested. */
  readonly known: readonly AdminJob[];
}

/** Filters of the list, kept in the address. */
export function JobFilters({ known }: JobFiltersProps) {
  const { t } = useTexts(jobsTexts);
  const [address, change] = useAddress();
  const models = [...new Map(known.map(({ model }) => [model, model]))];
  const owners = [...new Map(known.map(({ owner, owner_name }) => [owner, owner_name ?? owner]))];
  return (
    <search className={styles['filters']} aria-label={t('filters')}>
      <TextInput
        className={styles['wide'] ?? ''}
        type="search"
        label={t('filter.text')}
        leftSection={<Icon name="search" size={16} />}
        value={address['q'] ?? ''}
        onChange={({ currentTarget }) => change({ q: currentTarget.value })}
      />
      <StateFilter />
      <Suggesting name="model" label={t('filter.model')} suggested={models} />
      <Suggesting name="owner" label={t('filter.owner')} suggested={owners} />
      <AccountFilter />
      <TimeFilter />
      {isFiltering(address) && <ClearFilters none={noFilters} />}
    </search>
  );
}

const groups = {
  waiting,
  running,
  open: [...waiting, ...running, 'outcome_unknown'],
} as const satisfies { readonly [name: string]: readonly JobState[] };

function StateFilter(): ReactNode {
  const { t } = useTexts(jobsTexts);
  const { t: word } = useTexts(jobWords);
  const [{ state = '' }, change] = useAddress();
  return (
    <NativeSelect
      label={t('filter.state')}
      value={state}
      onChange={({ currentTarget }) => change({ state: currentTarget.value })}
      data={[
        { value: '', label: t('filter.state.any') },
        {
          group: t('filter.groups'),
          items: (['waiting', 'running', 'open'] as const).map((name) => ({
            value: groups[name].join(','),
            label: t(`filter.state.${name}`),
          })),
        },
        {
          group: t('filter.states'),
          items: jobStates.map((name) => ({ value: name, label: word(`state.${name}`) })),
        },
      ]}
    />
  );
}

interface SuggestingProps {
  readonly name: 'model' | 'owner';
  readonly label: string;
  readonly suggested: readonly (readonly [value: string, label: string])[];
}

/** A field for an id, with the ones in sight to choose from. */
function Suggesting({ name, label, suggested }: SuggestingProps): ReactNode {
  const [address, change] = useAddress();
  const listId = useId();
  return (
    <>
      <TextInput
        label={label}
        list={listId}
        autoComplete="off"
        value={address[name] ?? ''}
        onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      />
      <datalist id={listId}>
        {suggested.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </datalist>
    </>
  );
}

function AccountFilter(): ReactNode {
  const { t } = useTexts(jobsTexts);
  const [{ account = '' }, change] = useAddress();
  const { data = [] } = useQuery(accountNamesQuery(useApi()));
  const isKnown = account === '' || data.some(({ id }) => id === account);
  return (
    <NativeSelect
      label={t('filter.account')}
      value={account}
      onChange={({ currentTarget }) => change({ account: currentTarget.value })}
      data={[
        { value: '', label: t('filter.account.any') },
        ...data.map(({ id, label }) => ({ value: id, label })),
        ...(isKnown ? [] : [account]),
      ]}
    />
  );
}

/** When jobs were accepted: a span up to now, or between two instants. */
function TimeFilter() {
  const { t } = useTexts(jobsTexts);
  const [{ time = '', from = '', until = '' }, change] = useAddress();
  return (
    <>
      <NativeSelect
        label={t('filter.time')}
        value={time}
        onChange={({ currentTarget }) => change({ time: currentTarget.value })}
        data={[
          { value: '', label: t('filter.time.any') },
          ...spans.map((span) => ({ value: span, label: t(`filter.time.${span}`) })),
          { value: 'between', label: t('filter.time.between') },
        ]}
      />
      {time === 'between' && (
        <>
          <TextInput
            type="datetime-local"
            label={t('filter.from')}
            value={from}
            onChange={({ currentTarget }) => change({ from: currentTarget.value })}
          />
          <TextInput
            type="datetime-local"
            label={t('filter.until')}
            value={until}
            onChange={({ currentTarget }) => change({ until: currentTarget.value })}
          />
        </>
      )}
    </>
  );
}
