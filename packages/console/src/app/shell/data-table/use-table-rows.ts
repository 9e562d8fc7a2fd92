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

/** Rendered rows, their order, and the keys that move through them. */
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

/** Keeps the focused row rendered while scrolling: otherwise the focus would be lost. */
function withFocused(range: Range, focused: number): number[] {
  return [...new Set([...defaultRangeExtractor(range), focused])]
    .filter((index) => index < range.count)
    .toSorted((left, right) => left - right);
}

interface RowKeys {
  readonly count: number;
  /** Scrolls a row into view. */
  readonly show: (index: number) => void;
  /** Element of a row; null while it is not rendered. */
  readonly elementOf: (index: number) => HTMLElement | null;
  readonly onOpen: (index: number) => void;
  readonly onSelect: (index: number) => void;
}

const pageRows = 10;

/**
 * Moves the focus between the rows, one of which is in the tab order (WAI-ARIA practices, "Grid").
 *
 * @returns the row in the tab order, and the key handler of a row
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
    // A button inside a row handles its own keys.
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

/** A distant row is rendered a moment later. */
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

/** Rows in the requested order; unsorted without one. */
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
      // The table reverses the result itself.
      return isDescending ? -compared : compared;
    },
  };
}

/** Data and listeners of a table. */
export interface DataTableProps<R extends object> {
  /** Name of the table for screen readers. */
  readonly label: string;
  /** Created once or with `useMemo`: a new list sorts again. */
  readonly columns: readonly DataColumn<R>[];
  readonly rows: readonly R[];
  readonly idOf: (row: R) => string;
  /** Called on a click on a row or Enter. */
  readonly onOpen?: (row: R) => void;
  /** Called on Space in a row. */
  readonly onSelect?: (row: R) => void;
  /** Id of the row whose details are open. */
  readonly openedId?: string | undefined;
  /** Order in the address, `name` or `-name`, and its setter; without the setter nothing is sortable. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  /** Called when the last row comes near the screen: `readMore` of `usePages`. */
  readonly onEnd?: () => void;
  readonly isReadingMore?: boolean;
  /** Below this width in px the table scrolls horizontally in its box; below 640 px of space rows become cards. */
  readonly minWidth?: number;
}
