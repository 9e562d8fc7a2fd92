import { NativeSelect, TextInput } from '@mantine/core';
import { ClearFilters } from '../../shell/clear-filters.tsx';
import styles from '../../shell/filter-grid.module.css';
import { Icon } from '../../shell/icon.tsx';
import { type Address, useAddress } from '../../shell/use-address.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { areaNames, auditAreas } from './audit-actions.ts';
import { auditLogTexts } from './audit-log-texts.ts';

/** What takes every filter out of the address. */
export const noFilters = { actor: undefined, action: undefined, target: undefined } as const;

export function isFiltering({ actor = '', action = '', target = '' }: Address): boolean {
  return `${actor}${action}${target}` !== '';
}

/** Filters of the audit log, kept in the address. */
export function AuditFilters() {
  const { t } = useTexts(auditLogTexts);
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
  const { t } = useTexts(auditLogTexts);
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
