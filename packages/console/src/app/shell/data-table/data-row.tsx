import type { KeyboardEventHandler, MouseEvent, Ref } from 'react';
import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';

export interface DataRowProps<R> {
  readonly ref: Ref<HTMLDivElement>;
  readonly row: R;
  readonly index: number;
  /** Where it stands, in px below the heading. */
  readonly start: number;
  readonly columns: readonly DataColumn<R>[];
  readonly isOpened: boolean;
  /** Whether it is the one in the tab order. */
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: KeyboardEventHandler<HTMLElement>;
  readonly onOpen: ((row: R) => void) | undefined;
}

const headRows = 1;

/** One row; on a narrow screen a card. */
export function DataRow<R>({ row, index, columns, onOpen, ...rest }: DataRowProps<R>) {
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

/** Not on a button or link inside the row, nor on a menu that only React counts as inside, nor at the end of a selection. */
function isPlain({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  const pressed = target.closest('a, button, input, label, select, textarea');
  const isSelecting = (document.getSelection()?.toString() ?? '') !== '';
  return (pressed === null || !currentTarget.contains(pressed)) && !isSelecting;
}
