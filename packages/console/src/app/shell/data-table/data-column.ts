import type { ReactNode } from 'react';

export interface DataColumn<R> {
  readonly id: string;
  /** Heading; on a narrow screen it precedes each value. */
  readonly title: string;
  /** Heading for screen readers only, for a narrow column with self-explanatory content. */
  readonly isTitleUnseen?: boolean;
  readonly cell: (row: R) => ReactNode;
  /** Sort key; absent for a column that cannot be sorted. Nulls come last. */
  readonly sortBy?: (row: R) => string | number | null;
  /** Share of the width as a number, or a CSS length; 1 when absent. */
  readonly width?: number | string;
  /** Right-aligned numbers. */
  readonly align?: 'end';
}
