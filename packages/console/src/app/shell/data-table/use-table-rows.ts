import {
  createSortedRowModel,
  type Row,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { DataColumn } from './data-column.ts';
import { compareValues, readSort, type SortOrder } from './sort-order.ts';

const usualRowHeight = 44;
const overscan = 8;

/** Which rows there are on the screen, in which order, and the keys that move through them. */
export function useTableRows<R extends object>(props: DataTableProps<R>) {
  const { columns, idOf, onOpen, onSelect, onEnd, onSort, sort } = props;
  const box = useRef<HTMLDivElement>(null);
  const order = useMemo(() => (onSort === undefined ? null : readSort(sort)), [onSort, sort]);
  const rows = useSortedRows({ columns, rows: props.rows, idOf, order });
  const active = useRef(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => usualRowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan,
    rangeExtractor: (range) => withFocused(range, active.current),
  });
  const keys = useRowKeys({
    count: rows.length,
    show: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    elementOf: (index) =>
      box.current?.querySelector<HTMLElement>(`[role="row"][data-index="${index}"]`) ?? null,
    onOpen: (index) => rows.slice(index, index + 1).forEach((row) => onOpen?.(row.original)),
    onSelect: (index) => rows.slice(index, index + 1).forEach((row) => onSelect?.(row.original)),
  });
  useEffect(() => {
    active.current = keys.active;
  }, [keys.active]);
  useEndNotice({ last: virtual.getVirtualItems().at(-1)?.index ?? -1, count: rows.length, onEnd });
  return { box, rows, order, virtual, keys };
}

interface EndNotice {
  /** Index of the last row on the screen. */
  readonly last: number;
  readonly count: number;
  readonly onEnd: (() => void) | undefined;
}

function useEndNotice({ last, count, onEnd }: EndNotice): void {
  const isNear = last >= count - overscan;
  useEffect(() => {
    if (isNear && count > 0) onEnd?.();
  }, [isNear, count, onEnd]);
}

/** The row with the focus stays, wherever the list is moved: a focus that vanishes leads nowhere. */
function withFocused(range: Range, focused: number): number[] {
  return [...new Set([...defaultRangeExtractor(range), focused])]
    .filter((index) => index < range.count)
    .toSorted((left, right) => left - right);
}

interface RowKeys {
  readonly count: number;
  /** Brings a row onto the screen. */
  readonly show: (index: number) => void;
  /** The element of a row; null while it is not on the screen. */
  readonly elementOf: (index: number) => HTMLElement | null;
  readonly onOpen: (index: number) => void;
  readonly onSelect: (index: number) => void;
}

const pageRows = 10;

/**
 * Moves the focus between the rows, one of which is in the tab order at a time (WAI-ARIA practices, "Grid").
 *
 * @returns the row in the tab order, and what to do with a key pressed in a row
 */
function useRowKeys({ count, show, elementOf, onOpen, onSelect }: RowKeys) {
  const [wanted, setActive] = useState(0);
  const active = Math.max(0, Math.min(wanted, count - 1));
  const moveTo = (index: number): void => {
    setActive(index);
    show(index);
    focusWhenThere(() => elementOf(index));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // A button inside a row keeps its keys.
    if (event.target !== event.currentTarget) return;
    const next = rowAfter(event.key, { active, count });
    if (next !== null) moveTo(next);
    else if (event.key === 'Enter') onOpen(active);
    else if (event.key === ' ') onSelect(active);
    else return;
    event.preventDefault();
  };
  return { active, setActive, onKeyDown };
}

function rowAfter(key: string, { active, count }: { active: number; count: number }) {
  const steps: { readonly [key: string]: number } = {
    ArrowDown: 1,
    j: 1,
    ArrowUp: -1,
    k: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.max(0, Math.min(active + step, count - 1));
}

/** A row that was far away exists a moment later. */
function focusWhenThere(find: () => HTMLElement | null, tries = 30): void {
  const element = find();
  if (element !== null) element.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusWhenThere(find, tries - 1));
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

interface SortedRowsRequest<R> {
  readonly columns: readonly DataColumn<R>[];
  readonly rows: readonly R[];
  readonly idOf: (row: R) => string;
  readonly order: SortOrder | null;
}

/** The rows in the order asked for; as they were given without one. */
function useSortedRows<R extends object>(request: SortedRowsRequest<R>) {
  const { columns, rows, idOf, order } = request;
  const definitions = useMemo(
    () => columns.map((column) => defineColumn(column, order)),
    [columns, order],
  );
  const sorting = useMemo(
    () => (order === null ? [] : [{ id: order.column, desc: order.isDescending }]),
    [order],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: idOf,
    state: { sorting },
  });
  return table.getRowModel().rows;
}

function defineColumn<R extends object>(column: DataColumn<R>, order: SortOrder | null) {
  const { id, title, sortBy } = column;
  const isDescending = order?.column === id && order.isDescending;
  return {
    id,
    header: title,
    accessorFn: sortBy ?? (() => null),
    enableSorting: sortBy !== undefined,
    sortFn: (left: Row<typeof features, R>, right: Row<typeof features, R>) => {
      const value = ({ original }: Row<typeof features, R>) => sortBy?.(original) ?? null;
      const compared = compareValues(value(left), value(right), isDescending);
      // The table turns the result round by itself.
      return isDescending ? -compared : compared;
    },
  };
}

/** What a table shows, and the listeners it calls. */
export interface DataTableProps<R extends object> {
  /** What the table lists, for who cannot see it. */
  readonly label: string;
  /** Made once, or kept with `useMemo`: every new list sorts again. */
  readonly columns: readonly DataColumn<R>[];
  readonly rows: readonly R[];
  readonly idOf: (row: R) => string;
  /** A row is pressed, or Enter in it. */
  readonly onOpen?: (row: R) => void;
  /** Space is pressed in a row. */
  readonly onSelect?: (row: R) => void;
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
