export interface SortOrder {
  /** Id of a column. */
  readonly column: string;
  readonly isDescending: boolean;
}

/** Parses an order in the address: `name` ascending, `-name` descending. */
export function readSort(text: string | undefined): SortOrder | null {
  if (text === undefined || text === '') return null;
  const isDescending = text.startsWith('-');
  return { column: isDescending ? text.slice(1) : text, isDescending };
}

/** Order after a click on a heading: ascending, descending, then the server's order. */
export function nextSort(order: SortOrder | null, column: string): string | undefined {
  if (order?.column !== column) return column;
  return order.isDescending ? undefined : `-${column}`;
}

type Sortable = string | number | null;

/** Compares texts by locale with numbers by value; nulls are last in both directions. */
export function compareValues(left: Sortable, right: Sortable, isDescending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left).localeCompare(String(right), undefined, { numeric: true });
  return isDescending ? -order : order;
}
