/** The order of a table. */
export interface SortOrder {
  /** Id of a column. */
  readonly column: string;
  readonly isDescending: boolean;
}

/** Reads an order as the address has it: `name`, or `-name` for the other way round. */
export function readSort(text: string | undefined): SortOrder | null {
  if (text === undefined || text === '') return null;
  const isDescending = text.startsWith('-');
  return { column: isDescending ? text.slice(1) : text, isDescending };
}

/** The order after a column's heading is pressed: up, down, then as the server gave it. */
export function nextSort(order: SortOrder | null, column: string): string | undefined {
  if (order?.column !== column) return column;
  return order.isDescending ? undefined : `-${column}`;
}

type Sortable = string | number | null;

/** Texts by the rules of their language, with numbers in them counted; nulls last in both directions. */
export function compareValues(left: Sortable, right: Sortable, isDescending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left).localeCompare(String(right), undefined, { numeric: true });
  return isDescending ? -order : order;
}
