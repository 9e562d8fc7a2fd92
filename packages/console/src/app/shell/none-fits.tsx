import type { ReactNode } from 'react';
import { ClearFilters } from './clear-filters.tsx';
import { EmptyState } from './empty-state.tsx';
import type { Address } from './use-address.ts';

export interface NoneFitsProps {
  /** Name of the missing entries: no job, no call. */
  readonly title: string;
  /** Suggestion for another search. */
  readonly children: ReactNode;
  /** Address change that removes every filter of the page. */
  readonly none: Address;
}

/** Shown for a list with entries of which none matches its filters. */
export function NoneFits({ title, children, none }: NoneFitsProps) {
  return (
    <EmptyState icon="search" title={title} action={<ClearFilters none={none} />}>
      {children}
    </EmptyState>
  );
}
