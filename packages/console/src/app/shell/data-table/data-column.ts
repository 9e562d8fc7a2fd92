import type { ReactNode } from 'react';

/** A column of a table. */
export interface DataColumn<R> {
  readonly id: string;
  /** Its heading; on a narrow screen it stands before each value. */
  readonly title: string;
  /** Whether the heading is for screen readers alone: for a narrow column that shows what it has. */
  readonly isTitleUnseen?: boolean;
  readonly cell: (row: R) => ReactNode;
  /** What it is sorted by; a column without cannot be sorted. Nulls come last. */
  readonly sortBy?: (row: R) => string | number | null;
  /** Share of the width as a number, or a length as CSS writes it; 1 when absent. */
  readonly width?: number | string;
  /** Numbers stand at the end. */
  readonly align?: 'end';
}
