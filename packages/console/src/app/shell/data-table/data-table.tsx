import { Loader } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { shellTexts } from '../shell-texts.ts';
import type { DataColumn } from './data-column.ts';
import { DataRow } from './data-row.tsx';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';
import { TableHead } from './table-head.tsx';
import { useTableRows } from './use-table-rows.ts';

/** Rows under headings that stay; only those on the screen exist, so that a hundred thousand are as quick as ten. */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { label, columns, onOpen, onSort, minWidth } = props;
  const { box, order, ...body } = useTableRows(props);
  const canOpen = onOpen !== undefined;
  return (
    // Without rows to move to, the box itself takes the keys that scroll it.
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
  const { t } = useTexts(shellTexts);
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
        // Flat, so that a row keeps its element, and with it the focus, when those around it change.
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
