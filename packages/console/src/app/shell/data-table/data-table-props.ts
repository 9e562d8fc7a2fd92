import type { DataColumn } from './data-column.ts';

/** What a table shows and whom it tells. */
export interface DataTableProps<R extends object> {
  /** What the table lists, for who cannot see it. */
  readonly label: string;
  /** Made once, or kept with `useMemo`: every new list sorts again. */
  readonly columns: readonly DataColumn<R>[];
  readonly rows: readonly R[];
  readonly idOf: (row: R) => string;
  /** A row is pressed, or Enter in it. */
  readonly onOpen?: (row: R) => void;
  /** Id of the row whose details are open. */
  readonly openedId?: string | undefined;
  /** The order as the address has it, `name` or `-name`, and who keeps it there; without the latter nothing is sortable. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  /** The last row came near: `readMore` of `usePages`. */
  readonly onEnd?: () => void;
  readonly isReadingMore?: boolean;
  /** Below this width in px the table moves sideways in its box; below 640 px of room rows become cards. */
  readonly minWidth?: number;
}
