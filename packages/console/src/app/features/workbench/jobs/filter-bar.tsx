import { Group, NativeSelect, TextInput } from '@mantine/core';
import { ClearFilters } from '../../../shell/clear-filters.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { useAddress } from '../../../shell/use-address.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { workbenchTexts } from '../workbench-texts.ts';
import { filterOf, isFiltering, workbenchStatuses } from './job-filter.ts';

/** Filters of the list, kept in the address. */
export function FilterBar({ families }: { readonly families: readonly string[] }) {
  const { t } = useTexts(workbenchTexts);
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
  const { t } = useTexts(workbenchTexts);
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
