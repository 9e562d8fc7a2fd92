import { Loader } from '@mantine/core';
import type { CSSProperties, KeyboardEventHandler, MouseEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from './data-column.ts';
import { type DataTableProps, useTableRows } from './use-table-rows.ts';
import styles from './data-table.module.css';
import { nextSort, type SortOrder } from './sort-order.ts';
import { shellTexts } from '../../texts/shell.ts';

/** A table with sticky headings. Only rows on the screen are rendered, so that a hundred thousand rows stay fast. */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { label, columns, onOpen, onSort, minWidth } = props;
  const { box, order, ...body } = useTableRows(props);
  const canOpen = onOpen !== undefined;
  return (
    // Without rows to focus, the box itself receives the scroll keys.
    <div ref={box} className={styles['box']} {...(!canOpen && { tabIndex: 0 })}>
      <div
        role={canOpen ? 'grid' : 'table'}
        aria-label={label}
        aria-rowcount={body.rows.length + 1}
        {...(canOpen && { 'aria-readonly': true })}
        className={styles['table']}
        style={tableStyle(columns, minWidth)}
      >
        <TableHead columns={columns} order={order} onSort={onSort} />
        <TableBody {...props} {...body} />
      </div>
      {props.isReadingMore === true && <ReadingMore />}
    </div>
  );
}

function ReadingMore() {
  const { t } = useTranslation(shellTexts);
  return (
    <p role="status" className={styles['more']}>
      <Loader size="xs" /> {t('table.more')}
    </p>
  );
}

type TableBodyProps<R extends object> = Pick<DataTableProps<R>, 'columns' | 'openedId' | 'onOpen'> &
  Pick<ReturnType<typeof useTableRows<R>>, 'rows' | 'virtual' | 'keys'>;

function TableBody<R extends object>({ rows, virtual, keys, ...props }: TableBodyProps<R>) {
  return (
    <div role="rowgroup" className={styles['rows']} style={{ height: virtual.getTotalSize() }}>
      {virtual
        .getVirtualItems()
        // A flat list, so that a row keeps its element and the focus when the rows around it change.
        .flatMap(({ index, start }) =>
          rows
            .slice(index, index + 1)
            .map((row) => (
              <DataRow
                key={row.id}
                ref={virtual.measureElement}
                row={row.original}
                index={index}
                start={start}
                columns={props.columns}
                isOpened={row.id === props.openedId}
                isActive={index === keys.active}
                onFocus={() => keys.setActive(index)}
                onKeyDown={keys.onKeyDown}
                onOpen={props.onOpen}
              />
            )),
        )}
    </div>
  );
}

function tableStyle<R>(columns: readonly DataColumn<R>[], minWidth = 0): CSSProperties {
  const tracks = columns.map(({ width = 1 }) =>
    typeof width === 'number' ? `minmax(0, ${width}fr)` : width,
  );
  return { '--columns': tracks.join(' '), '--least-width': `${minWidth}px` };
}

interface DataRowProps<R> {
  readonly ref: Ref<HTMLDivElement>;
  readonly row: R;
  readonly index: number;
  /** Position in px below the heading. */
  readonly start: number;
  readonly columns: readonly DataColumn<R>[];
  readonly isOpened: boolean;
  /** True for the row in the tab order. */
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: KeyboardEventHandler<HTMLElement>;
  readonly onOpen: ((row: R) => void) | undefined;
}

const headRows = 1;

/** A row; on a narrow screen a card. */
function DataRow<R>({ row, index, columns, onOpen, ...rest }: DataRowProps<R>) {
  const canOpen = onOpen !== undefined;
  const cellRole = canOpen ? 'gridcell' : 'cell';
  const focusable = canOpen && {
    tabIndex: rest.isActive ? 0 : -1,
    'aria-selected': rest.isOpened,
    onFocus: rest.onFocus,
    onKeyDown: rest.onKeyDown,
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (isPlain(event)) onOpen(row);
    },
  };
  return (
    <div
      ref={rest.ref}
      role="row"
      aria-rowindex={index + 1 + headRows}
      data-index={index}
      className={styles['row']}
      style={{ transform: `translateY(${rest.start}px)` }}
      {...focusable}
    >
      {columns.map((column) => (
        <div key={column.id} role={cellRole} data-align={column.align} className={styles['cell']}>
          <span aria-hidden="true" className={styles['label']}>
            {column.title}
          </span>
          <div className={styles['value']}>{column.cell(row)}</div>
        </div>
      ))}
    </div>
  );
}

/**
 * False for a click on a button or link in the row, on a menu that only React nests in the row, or after a text
 * selection.
 */
function isPlain({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  const pressed = target.closest('a, button, input, label, select, textarea');
  const isSelecting = (document.getSelection()?.toString() ?? '') !== '';
  return (pressed === null || !currentTarget.contains(pressed)) && !isSelecting;
}

interface TableHeadProps<R> {
  readonly columns: readonly DataColumn<R>[];
  readonly order: SortOrder | null;
  readonly onSort: ((sort: string | undefined) => void) | undefined;
}

/** Headings; the sortable ones are buttons. */
function TableHead<R>({ columns, order, onSort }: TableHeadProps<R>) {
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" aria-rowindex={1} className={styles['head-row']}>
        {columns.map(({ id, title, align, sortBy, isTitleUnseen = false }) => {
          const isSortable = sortBy !== undefined && onSort !== undefined;
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={isSortable ? directionOf(order, id) : undefined}
              data-align={align}
              data-sortable={isSortable}
              data-unseen={isTitleUnseen}
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
