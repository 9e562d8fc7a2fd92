import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { DataTableProps } from './data-table-props.ts';
import { readSort } from './sort-order.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSortedRows } from './use-sorted-rows.ts';

const usualRowHeight = 44;
const overscan = 8;

/** Which rows there are on the screen, in which order, and the keys that move through them. */
export function useTableRows<R extends object>(props: DataTableProps<R>) {
  const { columns, idOf, onOpen, onEnd, onSort, sort } = props;
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
