import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Address, useAddress } from './use-address.ts';
import { shellTexts } from '../texts/shell.ts';

export interface ClearFiltersProps {
  /** Address change that removes every filter of the page. */
  readonly none: Address;
  readonly variant?: 'default' | 'subtle';
}

/** Removes all filters of a page. */
export function ClearFilters({ none, variant = 'default' }: ClearFiltersProps) {
  const { t } = useTranslation(shellTexts);
  const [, change] = useAddress();
  return (
    <Button variant={variant} onClick={() => change(none)}>
      {t('filters.clear')}
    </Button>
  );
}
