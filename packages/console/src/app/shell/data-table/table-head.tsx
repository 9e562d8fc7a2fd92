import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';
import { nextSort, type SortOrder } from './sort-order.ts';

export interface TableHeadProps<R> {
  readonly columns: readonly DataColumn<R>[];
  readonly order: SortOrder | null;
  readonly onSort: ((sort: string | undefined) => void) | undefined;
}

/** The headings; those that sort are buttons. */
export function TableHead<R>({ columns, order, onSort }: TableHeadProps<R>) {
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" aria-rowindex={1} className={styles['head-row']}>
        {columns.map(({ id, title, align, sortBy }) => {
          const isSortable = sortBy !== undefined && onSort !== undefined;
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={isSortable ? directionOf(order, id) : undefined}
              data-align={align}
              data-sortable={isSortable}
              className={styles['heading']}
            >
              {isSortable ? (
                <button
                  type="button"
                  className={styles['sort']}
                  onClick={() => onSort(nextSort(order, id))}
                >
                  {title}
                </button>
              ) : (
                title
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function directionOf(order: SortOrder | null, id: string): 'ascending' | 'descending' | 'none' {
  if (order?.column !== id) return 'none';
  return order.isDescending ? 'descending' : 'ascending';
}
