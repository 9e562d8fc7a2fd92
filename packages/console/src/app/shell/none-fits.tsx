import type { ReactNode } from 'react';
import { ClearFilters } from './clear-filters.tsx';
import { EmptyState } from './empty-state.tsx';
import type { Address } from './use-address.ts';

export interface NoneFitsProps {
  /** What is not there: no job, no call. */
  readonly title: string;
  /** What may be looked for instead. */
  readonly children: ReactNode;
  /** The filters of the page, each undefined. */
  readonly none: Address;
}

/** Stands where a list has entries, but none that fits its filters. */
export function NoneFits({ title, children, none }: NoneFitsProps) {
  return (
    <EmptyState icon="search" title={title} action={<ClearFilters none={none} />}>
      {children}
    </EmptyState>
  );
}
