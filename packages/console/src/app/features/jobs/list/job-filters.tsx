import { type JobState, jobStates } from '@filmgate/core';
import { NativeSelect, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminJob } from '../../../api/responses.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { useApi } from '../../../api/api-provider.tsx';
import { valueOf } from '../../../api/request-failed.ts';
import { ClearFilters } from '../../../shell/clear-filters.tsx';
import styles from '../../../shell/filter-grid.module.css';
import { Icon } from '../../../shell/icon.tsx';
import { useAddress } from '../../../shell/use-address.ts';
import { useUserNames } from '../../api-users/user-names.ts';
import { running, waiting } from '../job-groups.ts';
import { ownWords } from '../owner-text.tsx';
import { isBetween, isFiltering, noFilters, spans } from './read-filters.ts';
import { jobsTexts } from '../../../texts/jobs.ts';
import { jobWordsTexts } from '../../../texts/job-words.ts';

/** Accounts of the filter; a new label appears within a minute. */
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
  /** Loaded jobs, whose models and owners become choices. */
  readonly known: readonly AdminJob[];
}

export function JobFilters({ known }: JobFiltersProps) {
  const { t } = useTranslation(jobsTexts);
  const [address, change] = useAddress();
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
      <ModelFilter known={known} />
      <OwnerFilter known={known} />
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
  const { t } = useTranslation(jobsTexts);
  const { t: word } = useTranslation(jobWordsTexts);
  const [{ state = '' }, change] = useAddress();
  const inGroups = (['waiting', 'running', 'open'] as const).map((name) => ({
    value: groups[name].join(','),
    label: t(`filter.state.${name}`),
  }));
  const states = jobStates.map((name) => ({ value: name, label: word(`state.${name}`) }));
  return (
    <NativeSelect
      label={t('filter.state')}
      value={state}
      onChange={({ currentTarget }) => change({ state: currentTarget.value })}
      data={[
        { value: '', label: t('filter.state.any') },
        ...given(state, [...inGroups, ...states]),
        { group: t('filter.groups'), items: inGroups },
        { group: t('filter.states'), items: states },
      ]}
    />
  );
}

/** A model by id or prefix, with the models of the loaded jobs as suggestions. */
function ModelFilter({ known }: JobFiltersProps): ReactNode {
  const { t } = useTranslation(jobsTexts);
  const [{ model = '' }, change] = useAddress();
  const listId = useId();
  return (
    <>
      <TextInput
        label={t('filter.model')}
        list={listId}
        autoComplete="off"
        value={model}
        onChange={({ currentTarget }) => change({ model: currentTarget.value })}
      />
      <datalist id={listId}>
        {[...new Set(known.map((job) => job.model))].map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  );
}

/** Owner: an API user by name, or another owner. */
function OwnerFilter({ known }: JobFiltersProps): ReactNode {
  const { t } = useTranslation(jobsTexts);
  const { t: word } = useTranslation(jobWordsTexts);
  const [{ owner = '' }, change] = useAddress();
  const names = useUserNames();
  const listed = [...names].map(([id, name]) => [`user:${id}`, name] as const);
  const inSight = known.map((job) => [job.owner, job.owner_name ?? job.owner] as const);
  const users = [...new Map([...listed, ...inSight])]
    .filter(([value]) => !ownWords.some((own) => own === value))
    .map(([value, label]) => ({ value, label }));
  // An API user may be given by id alone.
  const wanted = owner.startsWith('us_') ? `user:${owner}` : owner;
  const others = ownWords.map((own) => ({ value: own, label: word(`owner.${own}`) }));
  return (
    <NativeSelect
      label={t('filter.owner')}
      value={wanted}
      onChange={({ currentTarget }) => change({ owner: currentTarget.value })}
      data={[
        { value: '', label: t('filter.owner.any') },
        ...given(wanted, [...users, ...others]),
        ...(users.length === 0 ? [] : [{ group: t('filter.owner.users'), items: users }]),
        { group: t('filter.owner.others'), items: others },
      ]}
    />
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Adds a value from the address that is not among the choices; otherwise an active filter would be hidden. */
function given(value: string, choices: readonly Choice[]): readonly Choice[] {
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return isKnown ? [] : [{ value, label: value }];
}

function AccountFilter(): ReactNode {
  const { t } = useTranslation(jobsTexts);
  const [{ account = '' }, change] = useAddress();
  const { data = [] } = useQuery(accountNamesQuery(useApi()));
  const accounts = data.map(({ id, label }) => ({ value: id, label }));
  return (
    <NativeSelect
      label={t('filter.account')}
      value={account}
      onChange={({ currentTarget }) => change({ account: currentTarget.value })}
      data={[
        { value: '', label: t('filter.account.any') },
        ...accounts,
        ...given(account, accounts),
      ]}
    />
  );
}

/** Time of acceptance: a span up to now, or between two instants. */
function TimeFilter() {
  const { t } = useTranslation(jobsTexts);
  const [address, change] = useAddress();
  const { from = '', until = '' } = address;
  const time = isBetween(address) ? 'between' : (address['time'] ?? '');
  const choices = [
    ...spans.map((span) => ({ value: span, label: t(`filter.time.${span}`) })),
    { value: 'between', label: t('filter.time.between') },
  ];
  return (
    <>
      <NativeSelect
        label={t('filter.time')}
        value={time}
        onChange={({ currentTarget }) => change({ time: currentTarget.value })}
        data={[{ value: '', label: t('filter.time.any') }, ...choices, ...given(time, choices)]}
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
