import {
  createSortedRowModel,
  type Row,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { DataColumn } from './data-column.ts';
import { compareValues, type SortOrder } from './sort-order.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export interface SortedRowsRequest<R> {
  readonly columns: readonly DataColumn<R>[];
  readonly rows: readonly R[];
  readonly idOf: (row: R) => string;
  readonly order: SortOrder | null;
}

/** The rows in the order asked for; as they were given without one. */
export function useSortedRows<R extends object>(request: SortedRowsRequest<R>) {
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
