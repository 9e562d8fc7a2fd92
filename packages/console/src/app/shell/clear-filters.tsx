import { Button } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { shellTexts } from './shell-texts.ts';
import { type Address, useAddress } from './use-address.ts';

export interface ClearFiltersProps {
  /** The filters of the page, each undefined: what takes them out of the address. */
  readonly none: Address;
  readonly variant?: 'default' | 'subtle';
}

/** Takes all filters of a page out of its address. */
export function ClearFilters({ none, variant = 'default' }: ClearFiltersProps) {
  const { t } = useTexts(shellTexts);
  const [, change] = useAddress();
  return (
    <Button variant={variant} onClick={() => change(none)}>
      {t('filters.clear')}
    </Button>
  );
}
